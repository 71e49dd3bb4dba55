import { describe, expect, it } from 'vitest';
import { type AgentSession, CapabilityValue, FlowBinding, type ProjectedFlow } from '../src/index.js';
import { RecordingTool, Semaphore } from '../src/testing/index.js';
import { FlowEngineDouble } from './flow-engine-double.js';
import { publishRelease, releaseOf } from './handle-builders.js';
import { hostBatch } from './kind-builders.js';
import { heldModel, openSession, rejectionOf } from './session-builders.js';
import { skillOf } from './skill-builders.js';

const CANCELLED = { name: 'SessionError', code: 'capability', cause: { code: 'cancelled' } };

describe('a published workflow', () => {
  it('is started, driven, looked at and cancelled through a handle', async () => {
    const { session, recorder } = openSession();
    const engine = new FlowEngineDouble();
    await publishRelease(session, 1, engine);
    const flow = await releaseOf(session);
    expect(flow.spec).toEqual({ name: 'release', revision: 'r1', runtimeBuild: null });
    const started = await flow.start({ version: '1.0' });
    expect(started).toMatchObject({ status: 'running', state: { input: { version: '1.0' } } });
    expect(started.runId).toMatch(/^flow-run-/u);
    expect(await flow.startWithId('mine', null)).toMatchObject({ runId: 'mine' });
    expect(await flow.drive(started.runId)).toMatchObject({ status: 'completed' });
    expect(await flow.cancel('mine', 'not needed')).toMatchObject({ status: 'cancelled' });
    expect(await flow.snapshot('mine')).toMatchObject({ status: 'cancelled' });
    expect(await flow.history('mine')).toEqual(['started by r1', 'cancelled: not needed']);
    expect(engine.calls.every(({ workflow }) => workflow === flow.spec)).toBe(true);
    await flow.close();
    expect(recorder.of('handle-opened')).toMatchObject([{ handleId: flow.id, kind: 'flow' }]);
    expect(flow.id).toMatch(/^flow-/u);
    await session.close();
  });

  it('is in no run, clashes with no name, and can be used while a run is busy', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const model = heldModel(hold, entered);
    const { session } = openSession(model);
    session.registerDynamicTool(new RecordingTool('release'));
    await publishRelease(session, 1, new FlowEngineDouble());
    session.registerDynamicTool(new RecordingTool('release'));
    const running = session.send('hello');
    await entered.acquire();
    const flow = await releaseOf(session);
    expect(await flow.start(1)).toMatchObject({ status: 'running' });
    hold.add();
    await running;
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['release']);
    await flow.close();
    await session.close();
  });

  it('can be taken hold of while no run is admitted', async () => {
    let refused: string | null = null;
    const { session } = openSession(undefined, { skillValidator: () => refused });
    const flow = new FlowBinding({ name: 'release', revision: 'r1' }, new FlowEngineDouble());
    const parts = [{ value: CapabilityValue.flow(flow) }, { value: CapabilityValue.skill(skillOf('a')) }];
    await session.applyCapabilityBatch(hostBatch(1, parts));
    refused = 'not any more';
    expect(await rejectionOf(session.admitCapabilityRun())).toMatchObject({ code: 'runtime-value-invalid' });
    await (await releaseOf(session)).close();
    await session.close();
  });
});

describe('an operation on a workflow', () => {
  it.each([
    ['the handle is closed', (flow: ProjectedFlow) => flow.close()],
    ['the session is closed', (_flow: ProjectedFlow, session: AgentSession) => session.close()],
    [
      'the caller gives it up',
      async (_flow: ProjectedFlow, _session: AgentSession, abort: AbortController) => abort.abort(),
    ],
  ])('is abandoned when %s, and what the engine does later changes nothing', async (_when, end) => {
    const { session } = openSession();
    const hold = new Semaphore();
    const engine = new FlowEngineDouble({ hold });
    const { provider } = await publishRelease(session, 1, engine);
    const abort = new AbortController();
    const flow = await session.projectedFlow('release', { signal: abort.signal });
    if (flow === null) throw new Error('there is no release');
    const { runId } = await flow.start(1);
    const driven = rejectionOf(flow.drive(runId));
    await engine.driving.acquire();
    await end(flow, session, abort);
    expect(await driven).toMatchObject(CANCELLED);
    expect(engine.calls.at(-1)?.call.signal.aborted).toBe(true);
    expect(flow.isCancelled).toBe(true);
    const calls = engine.calls.length;
    expect(await rejectionOf(flow.snapshot(runId))).toMatchObject(CANCELLED);
    expect(engine.calls).toHaveLength(calls);
    // Nothing ended the run itself: it goes on in the engine, whoever waits for it.
    hold.add();
    await engine.driven.acquire();
    await flow.close();
    expect(provider.released).toBe(1);
    const direct = new AbortController();
    expect(await engine.history(flow.spec, runId, direct)).toEqual(['started by r1', 'driven by r1']);
    await session.close();
  });

  it('is cancelled rather than done when both come at once', async () => {
    const { session } = openSession();
    const hold = new Semaphore();
    const engine = new FlowEngineDouble({ hold });
    await publishRelease(session, 1, engine);
    const flow = await releaseOf(session);
    const { runId } = await flow.start(1);
    const driven = rejectionOf(flow.drive(runId));
    await engine.driving.acquire();
    hold.add();
    const closing = flow.close();
    expect(await driven).toMatchObject(CANCELLED);
    await closing;
    await session.close();
  });

  it('that fails when it is given up already is not noticed', async () => {
    const { session } = openSession();
    const entered = new Semaphore();
    const engine = Object.assign(new FlowEngineDouble(), {
      drive: async (_spec: unknown, _id: string, { signal }: { readonly signal: AbortSignal }) => {
        entered.add();
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
        return never();
      },
    });
    await publishRelease(session, 1, engine);
    const flow = await releaseOf(session);
    const { runId } = await flow.start(1);
    const driven = rejectionOf(flow.drive(runId));
    await entered.acquire();
    await flow.close();
    expect(await driven).toMatchObject(CANCELLED);
    await session.close();
  });

  it('passes on what the engine rejects with', async () => {
    const { session } = openSession();
    await publishRelease(session, 1, new FlowEngineDouble());
    const flow = await releaseOf(session);
    expect(await rejectionOf(flow.drive('nobody'))).toMatchObject({ message: 'there is no run nobody' });
    await flow.close();
    await session.close();
  });

  it('refuses a bad id or input before the engine is asked', async () => {
    const { session } = openSession();
    const engine = new FlowEngineDouble();
    await publishRelease(session, 1, engine);
    const flow = await releaseOf(session);
    const refusal = { name: 'FlowError', code: 'invalid-run-id' };
    for (const asked of [flow.startWithId('', 1), flow.drive(''), flow.snapshot(' '), flow.history('\n')]) {
      expect(await rejectionOf(asked)).toMatchObject(refusal);
    }
    expect(await rejectionOf(flow.cancel(''))).toMatchObject(refusal);
    expect(await rejectionOf(flow.start(Number.NaN))).toMatchObject({ code: 'invalid-input' });
    expect(engine.calls).toEqual([]);
    await flow.close();
    await session.close();
  });
});

function never(): never {
  throw new Error('it is never called');
}
