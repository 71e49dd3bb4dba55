import {
  Agent,
  CapabilitySource,
  CapabilityValue,
  PermissionPolicy,
  RehearsalModel,
  SessionCapabilityBatch,
  Sha256Digest,
  ToolOutput,
} from '@changeover/capability-core';

/** The next generation of a session: one tool that says which release it comes from. */
function release(generation: number, version: string): SessionCapabilityBatch {
  const source = CapabilitySource.host('example', Sha256Digest.ofText(version));
  const tool = CapabilityValue.tool({
    name: 'version',
    description: `Says the version, ${version}.`,
    parameters: { type: 'object' },
    execute: async () => ToolOutput.success(version),
  });
  return SessionCapabilityBatch.fromValues(generation, source, [tool]);
}

const model = new RehearsalModel({
  turns: [{ waitFor: 'go', toolCalls: [{ tool: 'version' }] }, { text: 'I used {{toolResult}}.' }],
});
const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });
await using session = agent.buildSession('.', model);
const signal = AbortSignal.timeout(5_000);

await session.applyCapabilityBatch(release(1, '1.0'));
const older = await session.spawnRun('Which version?');
await model.whenWaiting('go', { signal });
await session.applyCapabilityBatch(release(2, '2.0'));
model.release('go');
console.log('older:', (await older.result).text);

const newer = await session.spawnRun('Which version?');
await model.whenWaiting('go', { signal });
model.release('go');
console.log('newer:', (await newer.result).text);
