import { describe, expect, it } from 'vitest';
import {
  cursor,
  descriptor,
  digestOf,
  hostSource,
  packageSource,
  thrownBy,
} from '../../test/set-builders.js';
import { CapabilityContribution } from './capability-contribution.js';
import { CapabilityId } from './capability-id.js';
import { CAPABILITY_KINDS } from './capability-kind.js';
import { CapabilitySet } from './capability-set.js';
import { CapabilitySetError } from './capability-set-error.js';
import { CapabilitySource } from './capability-source.js';
import { CodeCatalogGeneration } from './code-catalog-generation.js';
import {
  MAX_CAPABILITIES_PER_SET,
  MAX_DEPENDENCIES_PER_CAPABILITY,
  MAX_DEPENDENCY_EDGES_PER_SET,
  MAX_SOURCES_PER_SET,
} from './limits.js';

const first = CodeCatalogGeneration.of(1);
const names = (count: number, prefix = 't') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const contribution = (source: CapabilitySource, localIds: readonly string[]) =>
  new CapabilityContribution(
    source,
    localIds.map((localId) => descriptor(localId, { source })),
  );

describe('CapabilityDescriptor', () => {
  it('sorts its dependencies into canonical order', () => {
    const [read, search] = [descriptor('read').id, descriptor('search').id];
    expect(descriptor('guide', { dependencies: [search, read] }).dependencies).toEqual([read, search]);
  });

  it('takes 128 dependencies and refuses one more', () => {
    const ids = names(MAX_DEPENDENCIES_PER_CAPABILITY + 1).map((name) => descriptor(name).id);
    expect(descriptor('all', { dependencies: ids.slice(1) }).dependencies).toHaveLength(128);
    expect(thrownBy(() => descriptor('all', { dependencies: ids }))).toMatchObject({
      code: 'bound-exceeded',
      field: 'dependencies',
      max: 128,
    });
  });

  it('refuses to name a dependency twice before it looks for itself among them', () => {
    const [self, other] = [descriptor('self').id, descriptor('other').id];
    expect(thrownBy(() => descriptor('self', { dependencies: [other, self, other] }))).toMatchObject({
      code: 'duplicate-dependency',
      capability: 'host/host:tool:self',
      dependency: 'host/host:tool:other',
    });
    expect(thrownBy(() => descriptor('self', { dependencies: [other, self] }))).toMatchObject({
      code: 'self-dependency',
      capability: 'host/host:tool:self',
    });
  });

  it('is checked id first, then public name, then dependencies', () => {
    const flawed = { publicName: ' padded ', dependencies: [descriptor('a').id, descriptor('a').id] };
    expect(thrownBy(() => descriptor('Upper', flawed))).toMatchObject({ field: 'capability_local_id' });
    expect(thrownBy(() => descriptor('a', flawed))).toMatchObject({ field: 'public_name' });
    expect(thrownBy(() => descriptor('a', { ...flawed, publicName: 'a' }))).toMatchObject({
      code: 'duplicate-dependency',
    });
  });
});

describe('CapabilityContribution', () => {
  it('refuses a descriptor of another source', () => {
    const other = descriptor('read', { source: hostSource('other') });
    expect(thrownBy(() => new CapabilityContribution(hostSource(), [other]))).toMatchObject({
      code: 'source-mismatch',
      capability: 'host/other:tool:read',
      expectedSource: 'host/host',
      actualSource: 'host/other',
    });
  });

  it('refuses an id twice, and to hold nothing', () => {
    expect(thrownBy(() => contribution(hostSource(), ['read', 'read']))).toMatchObject({
      code: 'duplicate-capability',
      capability: 'host/host:tool:read',
    });
    expect(thrownBy(() => contribution(hostSource(), []))).toMatchObject({
      code: 'empty-contribution',
      source: 'host/host',
    });
  });

  it('takes 4,096 descriptors and refuses one more', () => {
    const all = names(MAX_CAPABILITIES_PER_SET + 1);
    expect(contribution(hostSource(), all.slice(1)).descriptors).toHaveLength(4_096);
    expect(thrownBy(() => contribution(hostSource(), all))).toMatchObject({
      code: 'bound-exceeded',
      field: 'contribution_capabilities',
      max: 4_096,
    });
  });
});

describe('CapabilitySet', () => {
  it('sorts by source, then by rank of the kind, then by local id', () => {
    const source = hostSource('b');
    const shuffled = [...CAPABILITY_KINDS]
      .reverse()
      .map((kind) => descriptor(`of-${kind}`, { source, kind }));
    const set = CapabilitySet.fromContributions(first, [
      new CapabilityContribution(source, [...shuffled, descriptor('a', { source })]),
      contribution(hostSource('a'), ['z']),
    ]);
    expect(set.capabilities.map(({ id }) => id.toString())).toEqual([
      'host/a:tool:z',
      'host/b:tool:a',
      ...CAPABILITY_KINDS.map((kind) => `host/b:${kind}:of-${kind}`),
    ]);
    expect(set.sources.map(({ id }) => id)).toEqual(['host/a', 'host/b']);
  });

  it('finds capabilities by id, and by kind and public name', () => {
    const source = hostSource();
    const skill = descriptor('read', { source, kind: 'skill' });
    const set = CapabilitySet.fromContributions(first, [
      new CapabilityContribution(source, [descriptor('read', { source }), skill]),
    ]);
    expect(set.get(CapabilityId.parse('host/host:skill:read'))).toBe(skill);
    expect(set.find('skill', 'read')).toBe(skill);
    expect(set.find('agent', 'read')).toBeUndefined();
    expect(set.get(CapabilityId.parse('host/host:agent:read'))).toBeUndefined();
  });

  it('takes 1,024 sources and refuses one more', () => {
    const all = names(MAX_SOURCES_PER_SET + 1, 's').map((local) => contribution(hostSource(local), [local]));
    expect(CapabilitySet.fromContributions(first, all.slice(1)).sources).toHaveLength(1_024);
    expect(thrownBy(() => CapabilitySet.fromContributions(first, all))).toMatchObject({
      code: 'bound-exceeded',
      field: 'sources',
      max: 1_024,
    });
  });

  it('takes 4,096 capabilities over all sources and refuses one more', () => {
    const full = contribution(hostSource('full'), names(MAX_CAPABILITIES_PER_SET));
    const extra = contribution(hostSource('zz'), ['extra']);
    expect(CapabilitySet.fromContributions(first, [full]).capabilities).toHaveLength(4_096);
    expect(thrownBy(() => CapabilitySet.fromContributions(first, [full, extra]))).toMatchObject({
      code: 'bound-exceeded',
      field: 'capabilities',
      max: 4_096,
    });
  });

  it('takes 32,768 dependencies in all and refuses one more', () => {
    const source = hostSource();
    const needed = names(MAX_DEPENDENCIES_PER_CAPABILITY).map((name) => descriptor(name, { source }));
    const dependencies = needed.map(({ id }) => id);
    const full = names(MAX_DEPENDENCY_EDGES_PER_SET / MAX_DEPENDENCIES_PER_CAPABILITY, 'u').map((name) =>
      descriptor(name, { source, dependencies }),
    );
    const set = (extra: readonly CapabilityId[]) =>
      CapabilitySet.fromContributions(first, [
        new CapabilityContribution(source, [
          ...needed,
          ...full,
          descriptor('z', { source, dependencies: extra }),
        ]),
      ]);
    expect(set([]).capabilities).toHaveLength(128 + 256 + 1);
    expect(thrownBy(() => set(dependencies.slice(0, 1)))).toMatchObject({
      code: 'bound-exceeded',
      field: 'dependency_edges',
      max: 32_768,
    });
  });

  it('refuses a source that contributes twice', () => {
    const twice = [contribution(hostSource(), ['a']), contribution(hostSource(), ['b'])];
    expect(thrownBy(() => CapabilitySet.fromContributions(first, twice))).toMatchObject({
      code: 'duplicate-source',
      source: 'host/host',
    });
  });

  it('refuses two capabilities of one kind and name, whichever side comes first', () => {
    const session = CapabilitySource.session('mine', digestOf('a'));
    const builtin = CapabilitySource.builtin('core', digestOf('a'));
    const clash = (...sources: CapabilitySource[]) =>
      thrownBy(() =>
        CapabilitySet.fromContributions(
          first,
          sources.map((source) => contribution(source, ['read'])),
        ),
      );
    const expected = { kind: 'tool', publicName: 'read' };
    expect(clash(session, hostSource())).toMatchObject({ code: 'public-name-conflict', ...expected });
    expect(clash(session, builtin)).toMatchObject({ code: 'builtin-shadow', ...expected });
    expect(clash(builtin, session)).toMatchObject({ code: 'builtin-shadow', ...expected });
  });

  it('refuses a dependency that is not in the set, naming the first in canonical order', () => {
    const source = hostSource();
    const gone = descriptor('gone', { source }).id;
    const set = () =>
      CapabilitySet.fromContributions(first, [
        new CapabilityContribution(source, [
          descriptor('z', { source, dependencies: [gone] }),
          descriptor('a', { source, dependencies: [gone] }),
        ]),
      ]);
    expect(thrownBy(set)).toMatchObject({
      code: 'missing-dependency',
      capability: 'host/host:tool:a',
      dependency: 'host/host:tool:gone',
    });
  });

  it('takes its cursor from the first package and refuses packages of another', () => {
    const one = contribution(packageSource(cursor(1, 'a'), 'acme/one'), ['one']);
    const two = contribution(packageSource(cursor(1, 'b'), 'acme/two'), ['two']);
    const host = contribution(hostSource(), ['read']);
    expect(CapabilitySet.fromContributions(first, [host, one]).useGeneration).toEqual(cursor(1, 'a'));
    expect(CapabilitySet.fromContributions(first, [host]).useGeneration).toBeNull();
    expect(thrownBy(() => CapabilitySet.fromContributions(first, [one, two]))).toMatchObject({
      code: 'mixed-use-generation',
      expectedGeneration: 1,
      actualGeneration: 1,
      revisionMismatch: true,
      registryRevisionMismatch: false,
    });
    expect(thrownBy(() => CapabilitySet.fromUseProjection(first, cursor(2, 'a'), [one]))).toMatchObject({
      code: 'mixed-use-generation',
      expectedGeneration: 2,
      actualGeneration: 1,
      revisionMismatch: false,
    });
  });

  it('keeps a projection cursor without any package', () => {
    expect(CapabilitySet.fromUseProjection(first, cursor(0), []).useGeneration).toEqual(cursor(0));
  });

  it('is frozen with everything in it', () => {
    const set = CapabilitySet.fromContributions(first, [contribution(hostSource(), ['read'])]);
    const [capability] = set.capabilities;
    for (const part of [
      set,
      set.sources,
      set.capabilities,
      capability,
      capability?.id,
      capability?.dependencies,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('names the errors of its family so that they are recognised', () => {
    const error = thrownBy(() => contribution(hostSource(), []));
    expect(error).toBeInstanceOf(CapabilitySetError);
    expect(error).toBeInstanceOf(Error);
    expect(new Error('another')).not.toBeInstanceOf(CapabilitySetError);
    expect(String(error)).toContain('CapabilitySetError: The contribution of host/host was refused');
  });
});
