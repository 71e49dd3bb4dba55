import { describe, expect, it } from 'vitest';
import {
  cursor,
  descriptor,
  hostSource,
  idIn,
  packageSet,
  thrownBy,
  toolSet,
  toolValue,
} from '../../test/set-builders.js';
import { CapabilityContribution } from '../identity/capability-contribution.js';
import { CAPABILITY_KINDS, type CapabilityKind } from '../identity/capability-kind.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import { FailingAdapter } from '../testing/failing-adapter.js';
import { LeaseProviderDouble } from '../testing/lease-provider-double.js';
import { SessionCapabilityBatch } from './session-batch.js';

function setOf(kind: CapabilityKind): CapabilitySet {
  const source = hostSource();
  const contribution = new CapabilityContribution(source, [descriptor('a', { source, kind })]);
  return CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), [contribution]);
}

describe('a session batch', () => {
  it('of a set from packages needs what leases them', () => {
    expect(() => SessionCapabilityBatch.create(packageSet(1, ['a']))).toThrow(
      expect.objectContaining({ code: 'missing-use-lease-provider' }),
    );
  });

  it('of a set from no packages takes nothing that leases', () => {
    const provider = new LeaseProviderDouble(cursor());
    expect(() => SessionCapabilityBatch.fromUseProjection(toolSet(1, ['a']), provider)).toThrow(
      expect.objectContaining({ code: 'unexpected-use-lease-provider' }),
    );
  });

  it('takes only what leases exactly its generation', () => {
    const set = packageSet(1, ['a'], cursor(1, 'a'));
    const provider = new LeaseProviderDouble(cursor(2, 'b'));
    expect(() => SessionCapabilityBatch.fromUseProjection(set, provider)).toThrow(
      expect.objectContaining({
        code: 'use-lease-provider-mismatch',
        expectedGeneration: 1,
        actualGeneration: 2,
        revisionMismatch: true,
        registryRevisionMismatch: false,
      }),
    );
    expect(
      SessionCapabilityBatch.fromUseProjection(set, new LeaseProviderDouble(cursor(1, 'a'))).target,
    ).toBe(set);
  });

  it.each(CAPABILITY_KINDS)('holds capabilities of kind %s', (kind) => {
    expect(SessionCapabilityBatch.create(setOf(kind)).target.capabilities).toHaveLength(1);
  });

  it('holds no capability of a kind that there is not', () => {
    const set = setOf('widget' as CapabilityKind);
    expect(thrownBy(() => SessionCapabilityBatch.create(set))).toMatchObject({
      code: 'unsupported-session-kind',
      kind: 'widget',
      capability: 'host/host:widget:a',
    });
  });

  it('stages what its target holds, each once, and the first stays', () => {
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    expect(batch.size).toBe(0);
    batch.stageValue(idIn(set, 'a'), toolValue('a'));
    expect(() => batch.stage(idIn(set, 'a'), new FailingAdapter())).toThrow(
      expect.objectContaining({
        code: 'projection',
        cause: expect.objectContaining({ code: 'duplicate-staged-capability' }),
      }),
    );
    expect(() => batch.stageValue(idIn(toolSet(1, ['b']), 'b'), toolValue('b'))).toThrow(
      expect.objectContaining({
        code: 'projection',
        cause: expect.objectContaining({ code: 'unknown-staged-capability', capability: 'host/host:tool:b' }),
      }),
    );
    expect(batch.size).toBe(1);
    expect(batch.take().map(({ adapter }) => adapter instanceof FailingAdapter)).toEqual([false]);
  });

  it('is applied once', () => {
    const batch = SessionCapabilityBatch.create(toolSet(1, []));
    batch.take();
    expect(() => batch.take()).toThrow(expect.objectContaining({ code: 'invalid-transaction-state' }));
  });
});
