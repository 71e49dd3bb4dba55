import type { BatchPreview } from '../../src/protocol/batch.js';
import type { PackageItem } from '../../src/protocol/capability-package.js';
import { aGeneration, aSession, aState } from '../../src/renderer/test-state/builders.js';
import { digestOf } from '../../src/renderer/test-state/moments-and-digests.js';
import { anInstalledRegistry, aPackageItem } from '../../src/renderer/test-state/package-builders.js';
import { committed, full, SESSION } from './atlas.js';
import { ATLAS_ANSWERS, catalogOf, changesBetween } from './atlas-answers.js';
import type { Answers } from './canned-host.js';
import {
  conflictPlan,
  contentDigest,
  mapsServers,
  NOTES,
  nextNotesServer,
  orchard,
  PACKAGES,
  receipt,
  removalPlan,
  upgradePlan,
} from './orchard.js';
import { crowd, crowdedReceipt } from './orchard-crowd.js';
import type { Shot } from './shot.js';

const next = PACKAGES.find((item) => item.digest === NOTES.next.digest);
if (next === undefined) throw new Error('The next version is stored');

const preview: BatchPreview = {
  base: { generation: 4, digest: digestOf(2) },
  target: { generation: 5, digest: digestOf(3) },
  packageGeneration: 5,
  packages: [NOTES.current],
  undecided: mapsServers,
  refused: PACKAGES.flatMap((item) => item.servers).filter((item) => item.decision === 'refused'),
  waves: [['a:mcp:b'], ['a:tool:c', 'a:tool:d']],
  changes: changesBetween(catalogOf(6), catalogOf(7)),
  unchanged: 5,
  pinnedRuns: ['r-41c9'],
};

/** As many items of each outcome as the version says that it has. */
function receiptOf(digest: string): readonly PackageItem[] {
  const stored = PACKAGES.find((item) => item.digest === digest);
  const some = (outcome: PackageItem['outcome'], count = 0): readonly PackageItem[] => {
    const known = receipt.filter((item) => item.outcome === outcome);
    return Array.from({ length: count }, (_, index) => {
      const item = known[index % known.length] ?? aPackageItem({ outcome });
      return index < known.length ? item : { ...item, name: `${item.name}-${index + 1}` };
    });
  };
  return [
    ...some('loaded', stored?.loaded),
    ...some('loaded-with-diagnostics', stored?.diagnosed),
    ...some('skipped', stored?.skipped),
  ];
}

const ANSWERS: Answers = {
  'package.receipt': ({ digest }) => ({ result: { items: receiptOf(digest) } }),
  'package.store': () => ({ result: { package: next, items: receipt, isNew: true } }),
  'package.plan': () => ({ result: upgradePlan }),
  'package.apply': () => ({ result: { generation: 6 } }),
  'package.decide': () => ({ result: {} }),
  'package.verify': () => ({
    result: {
      checked: 7,
      damaged: [
        {
          digest: NOTES.old.digest,
          path: 'skills/take-notes/SKILL.md',
          reason: 'It has 412 bytes instead of 431.',
        },
        { digest: contentDigest(20), path: 'data/stations.json', reason: 'It is gone.' },
      ],
    },
  }),
  'batch.preview': () => ({ result: preview }),
};

const served = { kind: 'serves', state: orchard, answers: ANSWERS } as const;
const crowded = {
  kind: 'serves',
  state: crowd,
  answers: { ...ANSWERS, 'package.receipt': () => ({ result: { items: crowdedReceipt } }) },
} as const;
const installing = [{ press: 'Install…' }, { press: 'Store and compare' }] as const;

export const PACKAGES_SHOTS = {
  packages: { canned: served, path: '/packages' },
  'packages-inspector': {
    canned: served,
    path: `/packages?select=package:${contentDigest(20)}`,
    steps: [{ await: 'after-rain' }],
  },
  'packages-server': { canned: served, path: `/packages?select=package:${contentDigest(21)}` },
  'packages-generation': { canned: served, path: '/packages?select=package-generation:5' },
  'packages-damaged': { canned: served, path: '/packages', steps: [{ press: 'Verify everything' }] },
  'packages-filtered': { canned: served, path: '/packages?filter=nothing-like-it' },
  'packages-crowd': { canned: crowded, path: '/packages' },
  'packages-crowd-inspector': {
    canned: crowded,
    path: `/packages?select=package:${contentDigest(100)}`,
    steps: [{ await: 'prune-20' }],
  },
  'packages-empty': {
    canned: {
      kind: 'serves',
      state: aState({ sessions: [aSession({ stamp: { generation: 0, digest: digestOf(0) } })] }),
    },
    path: '/packages',
  },
  'packages-first': {
    canned: {
      kind: 'serves',
      state: aState({
        registry: anInstalledRegistry(PACKAGES.slice(1, 2)),
        sessions: [aSession({ stamp: { generation: 0, digest: digestOf(0) } })],
      }),
    },
    path: '/packages',
  },
  install: { canned: served, path: '/packages', steps: [{ press: 'Install…' }] },
  'install-refused': {
    canned: {
      ...served,
      answers: {
        'package.store': () => ({
          error: {
            code: 'not-a-package',
            message: '/home/ada/orchard/packages/herbarium has no .claude-plugin/plugin.json.',
            action: 'Choose a folder that holds a capability package.',
            causes: [{ code: 'ENOENT', message: 'no such file or directory, open plugin.json' }],
            details: {},
          },
        }),
      },
    },
    path: '/packages',
    steps: [...installing, { await: 'not-a-package' }],
  },
  'install-plan': { canned: served, path: '/packages', steps: [...installing, { await: 'press-flowers' }] },
  'install-conflict': {
    canned: { ...served, answers: { ...ANSWERS, 'package.plan': () => ({ result: conflictPlan }) } },
    path: '/packages',
    steps: [...installing, { await: 'both bring' }],
  },
  'install-done': {
    canned: served,
    path: '/packages',
    steps: [
      ...installing,
      { await: 'press-flowers' },
      { press: 'Allow notebook' },
      { press: 'Upgrade field-notes 1.1.0 → 1.2.0' },
      { await: 'Next: bring it' },
    ],
  },
  'put-in-force': {
    canned: served,
    path: '/packages',
    steps: [{ press: 'Put field-notes 1.2.0 in force…' }, { await: 'press-flowers' }],
  },
  'remove-package': {
    canned: { ...served, answers: { ...ANSWERS, 'package.plan': () => ({ result: removalPlan }) } },
    path: `/packages?select=package:${NOTES.current.digest}`,
    steps: [{ press: 'Remove…' }, { await: 'keeps the old' }],
  },
  'delete-version': { canned: served, path: '/packages', steps: [{ press: 'Delete field-notes 1.2.0…' }] },
  'decide-server': {
    canned: served,
    path: `/packages?select=package:${contentDigest(21)}`,
    steps: [{ press: 'Decide about tiles…' }],
  },
  'apply-batch': {
    canned: { kind: 'serves', state: { ...full, batches: [committed] }, answers: ATLAS_ANSWERS },
    path: `/capabilities/${SESSION}`,
    steps: [{ press: 'Apply batch…' }],
  },
  'apply-undecided': {
    canned: served,
    path: '/capabilities/demo',
    steps: [{ press: 'Apply batch…' }, { await: 'Servers to decide about' }],
  },
  'apply-crowd': {
    canned: {
      ...crowded,
      answers: {
        ...ANSWERS,
        'batch.preview': () => ({ result: { ...preview, undecided: [nextNotesServer] } }),
      },
    },
    path: '/capabilities/the-greenhouse-number-3',
    steps: [{ press: 'Apply batch…' }, { await: 'Servers to decide about' }],
  },
  'apply-nothing': {
    canned: {
      kind: 'serves',
      state: aState({
        sessions: [aSession()],
        generations: [aGeneration({ packages: [], capabilityCount: 0, useGeneration: null })],
      }),
    },
    path: '/capabilities/demo',
    steps: [{ press: 'Apply batch…' }],
  },
  'overview-packages': { canned: served, path: '/overview' },
} as const satisfies Record<string, Shot>;
