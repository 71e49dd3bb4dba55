import { describe, expect, it } from 'vitest';
import { surfaceOf, uiOf } from '../../test/kind-builders.js';
import {
  descriptor,
  digestOf,
  hostSource,
  idIn,
  thrownBy,
  toolSet,
  toolValue,
} from '../../test/set-builders.js';
import { CapabilityContribution } from '../identity/capability-contribution.js';
import { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import { CAPABILITY_KINDS, type CapabilityKind } from '../identity/capability-kind.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import type { Sha256Digest } from '../identity/sha256-digest.js';
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

/** What a projection is refused with that holds this value, and what it depends on without a value. */
function refusalOf(
  value: CapabilityValue,
  surfaceDigest: Sha256Digest,
  needed: CapabilityKind = 'tool',
): unknown {
  // A source that comes after the other, so that what is needed is missed last.
  const later = hostSource('later');
  const dependency = descriptor('needed', { source: later, kind: needed });
  const shown = new CapabilityDescriptor({
    source: hostSource(),
    kind: value.kind,
    localId: 'shown',
    publicName: 'shown',
    surfaceDigest,
    dependencies: [dependency.id],
  });
  const of = CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), [
    new CapabilityContribution(hostSource(), [shown]),
    new CapabilityContribution(later, [dependency]),
  ]);
  const create = () =>
    CapabilityProjection.create(of, CapabilityReadinessPlan.fromSet(of), [[shown.id, value]]);
  return thrownBy(create);
}

describe('the surface of a projected value', () => {
  const ui = uiOf('shown');
  const surface = surfaceOf('shown');

  it.each([
    ['ui', CapabilityValue.ui(ui), ui.surfaceDigest],
    ['knowledge-surface', CapabilityValue.knowledgeSurface(surface), surface.surfaceDigest],
  ] as const)(
    'has to be that of its descriptor, before all that it depends on: %s',
    (kind, value, actual) => {
      expect(refusalOf(value, digestOf('0'), 'hook')).toMatchObject({
        name: 'CapabilityProjectionError',
        code: 'surface-digest-mismatch',
        capability: `host/host:${kind}:shown`,
        expected: digestOf('0'),
        actual,
      });
      expect(refusalOf(value, actual)).toMatchObject({ code: 'missing-value' });
    },
  );

  it.each(CAPABILITY_KINDS)('of a UI may need what a backend is made of, and nothing else: %s', (kind) => {
    const refused = refusalOf(CapabilityValue.ui(ui), ui.surfaceDigest, kind);
    expect(refused).toMatchObject(
      ['tool', 'skill', 'mcp', 'flow'].includes(kind)
        ? { code: 'missing-value', capability: `host/later:${kind}:needed` }
        : {
            code: 'unsupported-ui-dependency-kind',
            capability: 'host/host:ui:shown',
            dependency: `host/later:${kind}:needed`,
            dependencyKind: kind,
          },
    );
  });

  it.each(CAPABILITY_KINDS)('of knowledge may need whatever there is: %s', (kind) => {
    const refused = refusalOf(CapabilityValue.knowledgeSurface(surface), surface.surfaceDigest, kind);
    expect(refused).toMatchObject({ code: 'missing-value' });
  });
});
