import type { BatchPreview } from '../../src/protocol/batch.js';
import type { CapabilityChange } from '../../src/protocol/catalog-diff.js';
import type { Capability, Catalog } from '../../src/protocol/generation.js';
import { digestOf } from '../../src/renderer/test-state/moments-and-digests.js';
import { members } from './atlas.js';
import type { Answers } from './canned-host.js';

/** What each generation of the canned session holds: from one to the next some of it changes. */
export function catalogOf(generation: number): Catalog {
  return { digest: digestOf(generation), capabilities: members.flatMap((member) => at(member, generation)) };
}

function at([kind, name, needs]: (typeof members)[number], generation: number): readonly Capability[] {
  if (name === 'evidence' && generation < 7) return [];
  const changes = kind === 'tool' || kind === 'mcp';
  return [
    {
      id: `acme:${kind}:${name}`,
      kind,
      publicName: name,
      surfaceDigest: digestOf(changes ? generation : 0),
      dependencies: name === 'triage' && generation >= 7 ? [...needs, 'acme:tool:lookup'] : [...needs],
    },
  ];
}

export function changesBetween(from: Catalog, to: Catalog): readonly CapabilityChange[] {
  const before = new Map(from.capabilities.map((item) => [item.id, item]));
  const after = new Map(to.capabilities.map((item) => [item.id, item]));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((id) => {
    const [old, next] = [before.get(id) ?? null, after.get(id) ?? null];
    const known = old ?? next;
    const change = changeOf(old, next);
    if (change === null || known === null) return [];
    return [{ change, id, kind: known.kind, publicName: known.publicName, from: old, to: next }];
  });
}

function changeOf(old: Capability | null, next: Capability | null): CapabilityChange['change'] | null {
  if (old === null) return 'added';
  if (next === null) return 'removed';
  if (old.surfaceDigest !== next.surfaceDigest) return 'replaced';
  return String(old.dependencies) === String(next.dependencies) ? null : 'requirement-changed';
}

const preview: BatchPreview = {
  base: { generation: 7, digest: digestOf(7) },
  target: { generation: 8, digest: digestOf(8) },
  packageGeneration: 1,
  packages: [],
  undecided: [],
  refused: [],
  waves: [
    ['acme:mcp:catalog'],
    ['acme:tool:lookup', 'acme:skill:triage', 'acme:agent:reviewer'],
    ['acme:command:release'],
  ],
  changes: changesBetween(catalogOf(6), catalogOf(7)),
  unchanged: 3,
  pinnedRuns: ['r-41c9', 'r-44d0'],
};

export const ATLAS_ANSWERS: Answers = {
  'catalog.read': ({ generation }) => ({ result: catalogOf(generation) }),
  'catalog.diff': ({ from, to }) => {
    const [old, next] = [catalogOf(from), catalogOf(to)];
    const changes = changesBetween(old, next);
    const unchanged = next.capabilities.length - changes.filter((item) => item.to !== null).length;
    return {
      result: {
        from: { generation: from, digest: old.digest },
        to: { generation: to, digest: next.digest },
        changes,
        unchanged,
      },
    };
  },
  'batch.preview': () => ({ result: preview }),
};
