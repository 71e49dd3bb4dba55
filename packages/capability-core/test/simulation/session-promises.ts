import type { AgentSession, SessionEvent } from '../../src/index.js';
import type { EventRecorder, LeaseProviderDouble } from '../../src/testing/index.js';

/** What a session that has come to its end did not keep of what it promises; empty when all is well. */
export function brokenPromises(
  session: AgentSession,
  recorder: EventRecorder<SessionEvent>,
  effects: readonly { readonly generation: number; readonly closed: number }[],
  providers: readonly LeaseProviderDouble[],
): readonly string[] {
  const broken: string[] = [];

  const { events } = recorder;
  const expect = (holds: boolean, what: string): void => {
    if (!holds) {
      broken.push(what);
    }
  };
  for (const [index, event] of events.entries()) {
    expect('sequence' in event && event.sequence === index + 1, `event ${index} is out of order`);
  }
  let current = 0;
  for (const { stamp, previous } of recorder.of('generation-published')) {
    expect(previous.generation === current && stamp.generation === current + 1, 'the stamp jumped');
    current = stamp.generation;
  }
  expect(session.capabilityCatalogStamp.generation === current, 'the stamp is not the last published');
  const { types } = recorder;
  expect(
    types.lastIndexOf('batch-committed') < types.indexOf('session-closing'),
    'a batch was committed after the session had begun to close',
  );
  expect(session.pendingCapabilityCleanupBatches === 0, 'cleanup is left');
  for (const { closed, generation } of effects) {
    expect(closed === 1, `an effect of a batch to ${generation} was closed ${closed} times`);
  }
  for (const provider of providers) {
    expect(
      provider.acquired === provider.released,
      `${provider.acquired} leases, ${provider.released} released`,
    );
  }
  const late = recorder.of('late-lease').length;
  const given = providers.reduce((sum, { acquired }) => sum + acquired, 0);
  const [taken, returned] = [recorder.of('lease-acquired'), recorder.of('lease-released')].map((list) =>
    list.map(({ runId }) => runId),
  );
  expect(given === (taken?.length ?? 0) + late, 'a lease was taken without being told');
  expect(new Set(taken).size === taken?.length, 'a run took two leases');
  expect(
    [...(taken ?? [])].sort().join() === [...(returned ?? [])].sort().join(),
    'a lease was not returned once',
  );
  const finished = recorder.of('run-finished').map(({ runId }) => runId);
  const admitted = recorder.of('run-admitted').map(({ runId }) => runId);
  expect([...finished].sort().join() === [...admitted].sort().join(), 'a run did not finish once');
  for (const { id, status } of session.runs()) {
    expect(['completed', 'failed', 'cancelled'].includes(status), `run ${id} is still ${status}`);
  }
  return broken;
}
