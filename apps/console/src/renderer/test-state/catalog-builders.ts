import type { Capability, Catalog } from '../../protocol/generation.js';
import { digestOf } from './moments-and-digests.js';

/** One server and three of its tools. */
export function aCatalog(change: Partial<Catalog> = {}): Catalog {
  return {
    digest: digestOf(1),
    capabilities: ['everything', 'echo', 'get-sum', 'get-env'].map((publicName, index) =>
      aCatalogEntry({
        publicName,
        kind: index === 0 ? 'mcp' : 'tool',
        surfaceDigest: digestOf(index),
        dependencies: index === 0 ? [] : ['everything:mcp:everything'],
      }),
    ),
    ...change,
  };
}

/** A tool without dependencies of the package `everything`. */
export function aCatalogEntry(change: Partial<Capability> = {}): Capability {
  const { kind = 'tool', publicName = 'echo' } = change;
  return {
    id: `everything:${kind}:${publicName}`,
    kind,
    publicName,
    surfaceDigest: digestOf(1),
    dependencies: [],
    ...change,
  };
}
