import type { PackageItem, StoredPackage } from '../../src/protocol/capability-package.js';
import type { ConsoleState } from '../../src/protocol/console-state.js';
import { aGeneration, aSession, aState } from '../../src/renderer/test-state/builders.js';
import { digestOf } from '../../src/renderer/test-state/moments-and-digests.js';
import {
  aConsent,
  anInstalledRegistry,
  aPackageGeneration,
  aPackageItem,
  aStoredPackage,
  versionOf,
} from '../../src/renderer/test-state/package-builders.js';
import { minutesAgo } from './atlas.js';
import { contentDigest } from './orchard.js';

const COUNT = 40;
const LONG = 'an-archive-of-everything-that-was-ever-noted-down-anywhere-in-the-orchard';

/** What became of the items of the first package. */
export const crowdedReceipt: readonly PackageItem[] = Array.from({ length: 60 }, (_, index) =>
  aPackageItem({
    name: `${index % 9 === 0 ? LONG : 'prune'}-${index}`,
    path: `skills/prune-${index}/SKILL.md`,
    outcome: index % 20 === 0 ? 'skipped' : index % 7 === 0 ? 'loaded-with-diagnostics' : 'loaded',
    diagnostics:
      index % 20 === 0 || index % 7 === 0
        ? [
            {
              path: `skills/prune-${index}/SKILL.md`,
              line: index + 1,
              reason: 'The front matter ends without a line of three dashes.',
            },
          ]
        : [],
  }),
);

const countOf = (outcome: PackageItem['outcome']): number =>
  crowdedReceipt.filter((item) => item.outcome === outcome).length;

/** Forty packages with long names, every third with an older version that sessions keep. */
const packages: readonly StoredPackage[] = Array.from({ length: COUNT }, (_, index) => {
  const name = index % 4 === 0 ? `${LONG}-${index}` : `tools-of-the-gardener-${index}`;
  const digest = contentDigest(100 + index);
  const current = aStoredPackage({
    name,
    version: index === 0 ? '2026.11.30-rc.1+build.20261130' : `1.${index}.0`,
    digest,
    installedAt: minutesAgo(30 + index),
    bytes: 2 ** (10 + (index % 14)),
    loaded: index === 0 ? countOf('loaded') : 3 + index,
    skipped: index === 0 ? countOf('skipped') : index % 7 === 0 ? 2 : 0,
    diagnosed: index === 0 ? countOf('loaded-with-diagnostics') : index % 5 === 0 ? 1 : 0,
    servers:
      index % 3 === 0
        ? [aConsent({ package: { name, version: `1.${index}.0`, digest }, server: 'shed' })]
        : [],
  });
  const kept = aStoredPackage({
    ...versionOf(current),
    version: `1.${index}.0-beta`,
    digest: contentDigest(200 + index),
    state: 'kept',
    installedAt: minutesAgo(900 + index),
    holders: ['session the-greenhouse-in-the-north', 'package generation 11'],
  });
  return index % 3 === 0 ? [current, kept] : [current];
}).flat();

const inForce = packages.filter((item) => item.state === 'in-force').map(versionOf);

export const crowd: ConsoleState = aState({
  registry: anInstalledRegistry(packages, {
    generation: 12,
    generations: Array.from({ length: 5 }, (_, index) =>
      aPackageGeneration({
        generation: 8 + index,
        publishedAt: minutesAgo(300 - index * 60),
        cause: `changed ${index + 1} packages, because the season turned and every tool had to be sharpened again`,
        packages: inForce.slice(index),
      }),
    ),
  }),
  sessions: Array.from({ length: 12 }, (_, index) => aSession({ id: `the-greenhouse-number-${index}` })),
  generations: Array.from({ length: 12 }, (_, index) =>
    aGeneration({
      session: `the-greenhouse-number-${index}`,
      generation: 2,
      useGeneration: 12,
      digest: digestOf(2),
      packages: inForce.slice(0, 10 + index),
    }),
  ),
});
