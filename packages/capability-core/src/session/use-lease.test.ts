import { expect, it } from 'vitest';
import { cursor, idIn, packageSet, toolSet, toolValue } from '../../test/set-builders.js';
import { CapabilityCatalog } from '../catalog/capability-catalog.js';
import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { LeaseProviderDouble } from '../testing/lease-provider-double.js';
import { ScriptedModel } from '../testing/scripted-model.js';
import { SessionState } from './session-state.js';
import { acquireUseLease } from './use-lease.js';

/** A pin on a set that was published with this provider, fitting or not. */
async function pinOf(
  set: CapabilitySet,
  leaseProvider: UseGenerationLeaseProvider | null,
): Promise<CapabilityProjectionLease> {
  const catalog = new CapabilityCatalog();
  const staged = catalog.begin(set);
  staged.stageValue(idIn(set, 'a'), toolValue('a'));
  (await staged.prepare()).validate().commit({ leaseProvider });
  return catalog.pin();
}

const state = new SessionState('session', '/work', new ScriptedModel(), {});
const NEVER = new AbortController().signal;

it.each([
  ['missing-use-lease-provider', packageSet(1, ['a']), null],
  ['use-lease-provider-mismatch', packageSet(1, ['a'], cursor(1)), new LeaseProviderDouble(cursor(2))],
  ['unexpected-use-lease-provider', toolSet(1, ['a']), new LeaseProviderDouble(cursor(1))],
])('refuses a generation with the wrong provider: %s', async (code, set, provider) => {
  const pin = await pinOf(set, provider);
  await expect(acquireUseLease(state, 'run', pin, NEVER)).rejects.toMatchObject({ code });
  expect(provider?.acquired ?? 0).toBe(0);
  pin.release();
});

it('takes no lease for a generation from no packages', async () => {
  const pin = await pinOf(toolSet(1, ['a']), null);
  expect(await acquireUseLease(state, 'run', pin, NEVER)).toBeNull();
  pin.release();
});

it('tells that even giving a late lease back failed', async () => {
  const abort = new AbortController();
  const provider: UseGenerationLeaseProvider = {
    useGeneration: cursor(1),
    acquire: async () => {
      abort.abort();
      return { useGeneration: cursor(1), release: () => Promise.reject(new Error('the lock is gone')) };
    },
  };
  const pin = await pinOf(packageSet(1, ['a'], cursor(1)), provider);
  const told = new Promise((resolve) => {
    state.events.subscribe((event) => resolve(event));
  });
  await expect(acquireUseLease(state, 'run', pin, abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
  expect(await told).toMatchObject({ type: 'late-lease', runId: 'run', error: 'the lock is gone' });
  pin.release();
});

it.each([
  ['nothing', undefined],
  ['no generation', {}],
  ['a generation that is none', { useGeneration: { generation: 1 } }],
])('refuses what is no lease, and does not keep it: %s', async (_, rubbish: object | undefined) => {
  let released = 0;
  const lease: unknown = rubbish === undefined ? rubbish : { ...rubbish, release: () => (released += 1) };
  const provider = Object.assign(new LeaseProviderDouble(cursor(1)), { acquire: async () => lease });
  const pin = await pinOf(packageSet(1, ['a'], cursor(1)), provider as UseGenerationLeaseProvider);
  await expect(acquireUseLease(state, 'run', pin, NEVER)).rejects.toMatchObject({
    code: 'use-lease-acquisition',
  });
  expect(released).toBe(rubbish === undefined ? 0 : 1);
  pin.release();
});
