import {
  CapabilityCeiling,
  CapabilityScope,
  CapabilityScopeError,
  CapabilitySet,
  CodeCatalogGeneration,
  ScopeClosePolicy,
} from '@changeover/capability-core';

const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), []);
const ceiling = CapabilityCeiling.create(set, {
  workspace: { write: false },
  execution: { maxToolRounds: 20 },
});
const session = CapabilityScope.openSession({
  set,
  localId: 'desk',
  ceiling,
  policy: new ScopeClosePolicy(1_000),
});
const run = session.admitRun('first');
const subtask = run.openSubtask('look-up', {
  ceiling: ceiling.with({ execution: { maxToolRounds: 5 } }),
});

try {
  subtask.openTurn('one', { ceiling });
} catch (error) {
  if (error instanceof CapabilityScopeError) console.log(`${error.code}: ${error.message}`);
}

subtask.registerEffect({ name: 'index', close: () => console.log('close index') });
run.registerEffect({ name: 'cache', close: () => console.log('close cache') });
const task = subtask.spawn('reading', async ({ signal }) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
});

const report = await session.close();
console.log(`${subtask.id}: ${await task.settled}`);
console.log(report.clean ? 'clean' : report.failures);
