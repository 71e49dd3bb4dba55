import { describe, expect, it } from 'vitest';
import { descriptor, hostSource, idIn, thrownBy, toolSet, toolValue } from '../../test/set-builders.js';
import { CapabilityValue } from '../kinds/value.js';
import { CapabilityProjection } from './capability-projection.js';
import { CapabilityReadinessPlan } from './capability-readiness-plan.js';

const set = toolSet(1, ['read', 'write']);
const plan = CapabilityReadinessPlan.fromSet(set);
const [read, write] = [idIn(set, 'read'), idIn(set, 'write')];
const skill = CapabilityValue.skill({
  name: 'read',
  description: '',
  disableModelInvocation: false,
  kind: 'instruction',
  content: '',
  tags: [],
});

describe('CapabilityProjection', () => {
  it('pairs each descriptor with its value, in canonical order', () => {
    const values = [toolValue('write'), toolValue('read')] as const;
    const projection = CapabilityProjection.create(set, plan, [
      [write, values[0]],
      [read, values[1]],
    ]);
    expect(projection.entries.map(({ descriptor }) => descriptor.publicName)).toEqual(['read', 'write']);
    expect(projection.get(write)).toBe(values[0]);
    expect(projection.find('tool', 'read')?.value).toBe(values[1]);
    expect(projection.find('skill', 'read')).toBeUndefined();
    expect(projection.stamp).toEqual({ generation: 1, digest: set.digest });
    expect([projection, projection.entries, projection.entries[0]].every(Object.isFrozen)).toBe(true);
  });

  it('refuses the plan of another set first of all', () => {
    const other = CapabilityReadinessPlan.fromSet(toolSet(1, ['read']));
    expect(thrownBy(() => CapabilityProjection.create(set, other, []))).toMatchObject({
      code: 'readiness-plan-mismatch',
      setDigest: set.digest,
      planDigest: other.digest,
    });
  });

  it('refuses two values for one capability', () => {
    const twice = [
      [read, toolValue('read')],
      [read, toolValue('read')],
    ] as const;
    expect(thrownBy(() => CapabilityProjection.create(set, plan, twice))).toMatchObject({
      code: 'duplicate-value',
      capability: 'host/host:tool:read',
    });
  });

  it('refuses a missing value, naming the first in canonical order', () => {
    expect(thrownBy(() => CapabilityProjection.create(set, plan, []))).toMatchObject({
      code: 'missing-value',
      capability: 'host/host:tool:read',
    });
  });

  it('refuses another kind before another name', () => {
    const wrong = [
      [read, skill],
      [write, toolValue('other')],
    ] as const;
    expect(thrownBy(() => CapabilityProjection.create(set, plan, wrong))).toMatchObject({
      code: 'kind-mismatch',
      capability: 'host/host:tool:read',
      descriptorKind: 'tool',
      valueKind: 'skill',
    });
    const named = [
      [read, toolValue('read')],
      [write, toolValue('other')],
    ] as const;
    expect(thrownBy(() => CapabilityProjection.create(set, plan, named))).toMatchObject({
      code: 'public-name-mismatch',
      capability: 'host/host:tool:write',
      expected: 'write',
      actual: 'other',
    });
  });

  it('refuses a value that no descriptor asks for, last of all', () => {
    const stranger = descriptor('stranger', { source: hostSource() }).id;
    const values = [
      [stranger, toolValue('stranger')],
      [read, toolValue('read')],
      [write, toolValue('write')],
    ] as const;
    expect(thrownBy(() => CapabilityProjection.create(set, plan, values))).toMatchObject({
      code: 'unexpected-value',
      capability: 'host/host:tool:stranger',
    });
  });
});
