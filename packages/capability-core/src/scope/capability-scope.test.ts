import { describe, expect, it } from 'vitest';
import { CountingSignal } from '../../test/counting-signal.js';
import { cursor, idIn, packageSet, thrownBy, toolSet } from '../../test/set-builders.js';
import { MAX_IDENTIFIER_BYTES } from '../identity/limits.js';
import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import type { RetainedUseGeneration } from '../lease/use-generation-lease.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { MAX_LIFECYCLE_NAME_BYTES } from '../lifecycle/limits.js';
import { ManualClock } from '../testing/manual-clock.js';
import { CapabilityCeiling } from './capability-ceiling.js';
import { CapabilityScope, type RunCapabilityScope } from './capability-scope.js';
import { MAX_SCOPE_CHILDREN, MAX_SCOPE_EFFECTS, MAX_SCOPE_TASKS } from './limits.js';

const set = toolSet(1, ['read', 'write']);
const session = (signal?: AbortSignal) =>
  CapabilityScope.openSession({
    set,
    localId: 'active',
    clock: new ManualClock(),
    ...(signal === undefined ? {} : { signal }),
  });
const run = (): RunCapabilityScope => session().admitRun('active');
const effect = (name = 'effect'): CapabilityEffect => ({ name, close: () => {} });

function lease(useGeneration: UseCapabilityGeneration, log: string[] = []): RetainedUseGeneration {
  return {
    useGeneration,
    release: () => {
      log.push('released');
    },
  };
}

describe('scope ids', () => {
  it('are paths from the session down', () => {
    const scope = run().openTurn('turn-1').openSubtask('look.up').openTurn('t').openSubtask('s');
    expect(scope.id).toBe('session/active/run/active/turn/turn-1/subtask/look.up/turn/t/subtask/s');
    expect(scope.kind).toBe('subtask');
  });

  it.each(['', 'A', 'a/b', '-a', 'a.', 'é'])('refuse the local id %j', (localId) => {
    expect(thrownBy(() => run().openTurn(localId))).toMatchObject({ code: 'invalid-scope-id' });
  });

  it('are bounded in their local part', () => {
    expect(thrownBy(() => run().openTurn('a'.repeat(MAX_IDENTIFIER_BYTES + 1)))).toMatchObject({
      code: 'bound-exceeded',
      field: 'scope_local_id',
      max: 256,
    });
  });

  it('are bounded as a whole, and with that the depth of nesting', () => {
    const parent = run();
    const room = MAX_IDENTIFIER_BYTES - `${parent.id}/turn/`.length;
    expect(parent.openTurn('a'.repeat(room)).id).toHaveLength(256);
    expect(thrownBy(() => parent.openTurn('a'.repeat(room + 1)))).toMatchObject({
      code: 'bound-exceeded',
      field: 'scope_id',
      max: 256,
    });
  });

  it('are taken until their scope is closed', async () => {
    const parent = run();
    const turn = parent.openTurn('one');
    expect(thrownBy(() => parent.openTurn('one'))).toMatchObject({
      code: 'duplicate-child-scope',
      scopeId: turn.id,
    });
    turn.cancel();
    expect(thrownBy(() => parent.openTurn('one'))).toMatchObject({ code: 'duplicate-child-scope' });
    await turn.close();
    expect(parent.openTurn('one').isActive).toBe(true);
    expect(parent.openSubtask('one').isActive).toBe(true);
  });
});

describe('scope limits', () => {
  it('take 1,024 effects and refuse one more', () => {
    const scope = run();
    for (let count = 0; count < MAX_SCOPE_EFFECTS; count += 1) scope.registerEffect(effect());
    expect(thrownBy(() => scope.registerEffect(effect()))).toMatchObject({
      code: 'bound-exceeded',
      field: 'scope_effects',
      max: 1_024,
    });
  });

  it('take 1,024 tasks, finished ones included, and refuse one more', async () => {
    const scope = run();
    for (let count = 1; count <= MAX_SCOPE_TASKS; count += 1) {
      expect(scope.spawn('task', async () => {}).id).toBe(count);
    }
    expect(thrownBy(() => scope.spawn('task', async () => {}))).toMatchObject({
      code: 'bound-exceeded',
      field: 'scope_tasks',
      max: 1_024,
    });
    expect((await scope.close()).tasksCompleted).toBe(1_024);
  });

  it('take 1,024 children at a time and refuse one more', async () => {
    const scope = run();
    const children = Array.from({ length: MAX_SCOPE_CHILDREN }, (_, index) => scope.openTurn(`t${index}`));
    expect(thrownBy(() => scope.openTurn('extra'))).toMatchObject({
      code: 'bound-exceeded',
      field: 'child_scopes',
      max: 1_024,
    });
    await children[0]?.close();
    expect(scope.openTurn('extra').isActive).toBe(true);
  });

  it.each(['', 'Effect', 'a b', '.a', 'a_'])('refuse the lifecycle name %j', (name) => {
    expect(thrownBy(() => run().registerEffect(effect(name)))).toMatchObject({
      code: 'invalid-lifecycle-name',
      lifecycleName: name,
    });
    expect(thrownBy(() => run().spawn(name, async () => {}))).toMatchObject({
      code: 'invalid-lifecycle-name',
    });
  });

  it('take a lifecycle name of 128 bytes and refuse one more', () => {
    run().registerEffect(effect('a'.repeat(MAX_LIFECYCLE_NAME_BYTES)));
    expect(
      thrownBy(() => run().registerEffect(effect('a'.repeat(MAX_LIFECYCLE_NAME_BYTES + 1)))),
    ).toMatchObject({
      code: 'bound-exceeded',
      field: 'lifecycle_name',
      max: 128,
    });
  });
});

describe('ceilings of scopes', () => {
  it('are inherited unless a narrower one is given', () => {
    const parent = run();
    const narrower = parent.ceiling.with({ allowed: [idIn(set, 'read')], workspace: { write: false } });
    expect(parent.openTurn('same').ceiling).toBe(parent.ceiling);
    const turn = parent.openTurn('narrow', { ceiling: narrower });
    expect(
      turn
        .openSubtask('below')
        .capabilities()
        .map(({ publicName }) => publicName),
    ).toEqual(['read']);
    expect(thrownBy(() => turn.openSubtask('wide', { ceiling: parent.ceiling }))).toMatchObject({
      code: 'ceiling-expansion',
      dimension: 'capabilities',
    });
  });

  it('must be made for the set of the scope', () => {
    const ceiling = CapabilityCeiling.create(toolSet(2, ['read']));
    expect(thrownBy(() => CapabilityScope.openSession({ set, localId: 'active', ceiling }))).toMatchObject({
      code: 'ceiling-catalog-mismatch',
    });
    expect(thrownBy(() => run().openTurn('t', { ceiling }))).toMatchObject({
      code: 'ceiling-catalog-mismatch',
    });
  });
});

describe('leases of runs', () => {
  const packages = packageSet(1, ['read'], cursor(3, 'b'));
  const packageSession = () => CapabilityScope.openSession({ set: packages, localId: 'active' });

  it('are needed for a set that comes from packages', () => {
    expect(thrownBy(() => packageSession().admitRun('active'))).toMatchObject({
      code: 'missing-use-generation-lease',
    });
  });

  it('have no place without packages, and are released when refused', () => {
    const log: string[] = [];
    const offered = { lease: lease(cursor(3, 'b'), log) };
    expect(thrownBy(() => session().admitRun('active', offered))).toMatchObject({
      code: 'unexpected-use-generation-lease',
    });
    expect(log).toEqual(['released']);
  });

  it('must keep the exact generation of the set, and are released when they do not', () => {
    const log: string[] = [];
    const offered = { lease: lease(cursor(4, 'b'), log) };
    expect(thrownBy(() => packageSession().admitRun('active', offered))).toMatchObject({
      code: 'use-generation-lease-mismatch',
      expectedGeneration: 3,
      actualGeneration: 4,
      revisionMismatch: false,
      registryRevisionMismatch: false,
    });
    expect(log).toEqual(['released']);
  });

  it('are released when the run is refused for another reason', () => {
    const log: string[] = [];
    const scope = packageSession();
    scope.admitRun('active', { lease: lease(cursor(3, 'b')) });
    expect(thrownBy(() => scope.admitRun('active', { lease: lease(cursor(3, 'b'), log) }))).toMatchObject({
      code: 'duplicate-child-scope',
    });
    expect(log).toEqual(['released']);
  });

  it('that are refused and cannot be released show up in the report of the session scope', async () => {
    const scope = session();
    const broken: RetainedUseGeneration = {
      useGeneration: cursor(),
      release: () => Promise.reject(new Error('the lock file is gone')),
    };
    expect(thrownBy(() => scope.admitRun('active', { lease: broken }))).toMatchObject({
      code: 'unexpected-use-generation-lease',
    });
    const report = await scope.close();
    expect(report.failures).toEqual([
      {
        scope: 'session/active',
        name: 'use-generation',
        kind: 'lease',
        outcome: 'failed',
        code: 'failed',
        message: 'the lock file is gone',
      },
    ]);
  });

  it('belong to the run alone, and its descendants see the cursor', () => {
    const scope = packageSession().admitRun('active', { lease: lease(cursor(3, 'b')) });
    expect(scope.openTurn('one').useGeneration).toEqual(cursor(3, 'b'));
  });
});

describe('inactive scopes', () => {
  it('are not opened under a signal that is aborted already', () => {
    expect(thrownBy(() => session(AbortSignal.abort()))).toMatchObject({
      code: 'scope-inactive',
      scopeId: 'session/active',
    });
  });

  it.each([
    ['cancelled', async (scope: RunCapabilityScope) => scope.cancel()],
    ['closed', async (scope: RunCapabilityScope) => void (await scope.close())],
    ['closing', async (scope: RunCapabilityScope) => void scope.close()],
  ])('refuse everything when %s', async (_, end) => {
    const scope = run();
    const handle = scope.handle();
    expect(handle.use()).toBe(scope);
    await end(scope);
    expect(scope.isActive).toBe(false);
    expect(handle.isActive).toBe(false);
    expect(scope.signal.aborted).toBe(true);
    const inactive = { code: 'scope-inactive', scopeId: scope.id };
    expect(thrownBy(() => scope.openTurn('one'))).toMatchObject(inactive);
    expect(thrownBy(() => scope.capabilities())).toMatchObject(inactive);
    expect(thrownBy(() => handle.use())).toMatchObject(inactive);
    const closed = { code: 'supervisor-closed', scopeId: scope.id };
    expect(thrownBy(() => scope.registerEffect(effect()))).toMatchObject(closed);
    expect(thrownBy(() => scope.spawn('task', async () => {}))).toMatchObject(closed);
  });

  it('leave nothing listening to the signal once they are closed', async () => {
    const signal = new CountingSignal();
    const scope = session(signal);
    expect(signal.listeners).toBe(1);
    await scope.close();
    expect(signal.listeners).toBe(0);
  });

  it('are all those below the signal that aborts, and the signal outlives them', async () => {
    const outside = new AbortController();
    const scope = session(outside.signal);
    const turn = scope.admitRun('active').openTurn('one');
    await session(outside.signal).close();
    expect(outside.signal.aborted).toBe(false);
    outside.abort('enough');
    expect(turn.isActive).toBe(false);
    expect(turn.signal.reason).toBe('enough');
  });
});
