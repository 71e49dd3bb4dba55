import type {
  PackageItem,
  PackageVersion,
  RegistryPlan,
  ServerConsent,
  StoredPackage,
} from '../../src/protocol/capability-package.js';
import type { ConsoleState } from '../../src/protocol/console-state.js';
import { aGeneration, aSession, aState } from '../../src/renderer/test-state/builders.js';
import { digestOf } from '../../src/renderer/test-state/moments-and-digests.js';
import {
  aConsent,
  anInstalledRegistry,
  anUndecidedConsent,
  aPackageGeneration,
  aPackageItem,
  aPlan,
  aStoredPackage,
  versionOf,
} from '../../src/renderer/test-state/package-builders.js';
import { minutesAgo } from './atlas.js';

/** A digest of its own for each number. */
export function contentDigest(number: number): string {
  const mixed = Math.imul(number + 11, 2_654_435_761) >>> 0;
  return `sha256:${mixed.toString(16).padStart(8, '0')}${digestOf(number).slice(15)}`;
}

export function versionNumber(name: string, version: string, number: number): PackageVersion {
  return { name, version, digest: contentDigest(number) };
}

const NODE = ['$', '{CHANGEOVER_NODE}'].join('');
const notesVersions = ['1.0.0', '1.1.0', '1.2.0'].map((version, index) =>
  versionNumber('field-notes', version, index),
);

function stored(of: PackageVersion, minutes: number, change: Partial<StoredPackage> = {}): StoredPackage {
  return aStoredPackage({
    ...of,
    source: `/home/ada/orchard/packages/${of.name}-${of.version}`,
    installedAt: minutesAgo(minutes),
    ...change,
  });
}

const notebook = (of: PackageVersion, change: Partial<ServerConsent> = {}): ServerConsent =>
  aConsent({
    package: of,
    server: 'notebook',
    command: [NODE, 'servers/notebook.js', 'stdio'],
    env: { FIELD_NOTES_EDITION: `${of.version}, in ink`, FIELD_NOTES_WEATHER: 'light rain' },
    ...change,
  });

const [notes10, notes11, notes12] = notesVersions;
if (notes10 === undefined || notes11 === undefined || notes12 === undefined)
  throw new Error('Three versions');
export const NOTES = { old: notes10, current: notes11, next: notes12 } as const;

const weather = versionNumber('weather', '3.4.1', 20);
const maps = versionNumber('acme/orchard-maps', '2.0.0', 21);
const radio = versionNumber('radio', '0.9.2', 22);
const oldWeather = versionNumber('weather', '3.3.0', 24);

export const mapsServers: readonly ServerConsent[] = [
  anUndecidedConsent({
    package: maps,
    server: 'tiles',
    command: ['uvx', 'orchard-tiles', '--cache', '/var/cache/orchard tiles', '--rate', '20'],
    env: { TILES_REGION: 'north' },
    cwd: '/home/ada/orchard',
    previous: {
      command: ['uvx', 'orchard-tiles', '--rate', '5'],
      env: { TILES_REGION: 'north' },
      cwd: '/home/ada/orchard',
    },
  }),
];

export const nextNotesServer = anUndecidedConsent({
  ...notebook(NOTES.next),
  decision: 'undecided',
  decidedAt: null,
  command: [NODE, '--enable-source-maps', 'servers/notebook.js', 'stdio'],
  previous: { ...notebook(NOTES.next), command: [NODE, 'servers/notebook.js', 'stdio'] },
});

export const PACKAGES: readonly StoredPackage[] = [
  stored(NOTES.old, 190, {
    state: 'kept',
    servers: [notebook(NOTES.old, { decidedAt: minutesAgo(189) })],
    holders: ['session ops', 'package generation 2', 'package generation 3'],
    loaded: 2,
  }),
  stored(NOTES.current, 64, {
    servers: [notebook(NOTES.current, { decidedAt: minutesAgo(63), reason: 'only its variables changed' })],
    loaded: 2,
    bytes: 21_204,
    fileCount: 6,
  }),
  stored(NOTES.next, 2, { state: 'unused', servers: [nextNotesServer], loaded: 2, diagnosed: 2, skipped: 1 }),
  stored(oldWeather, 180, { state: 'kept', loaded: 5, holders: ['package generation 3'] }),
  stored(weather, 21, { loaded: 2, diagnosed: 2, skipped: 1, bytes: 1_843_200, fileCount: 41 }),
  stored(maps, 21, { servers: mapsServers, loaded: 7, bytes: 402_118, fileCount: 12 }),
  stored(radio, 150, {
    loaded: 3,
    servers: [
      aConsent({ package: radio, server: 'scanner', decision: 'refused', reason: 'needs a licence' }),
      aConsent({ package: radio, server: 'beacon' }),
    ],
  }),
];

const inForce = PACKAGES.filter((item) => item.state === 'in-force').map(versionOf);

export const history = [
  aPackageGeneration({
    generation: 2,
    publishedAt: minutesAgo(180),
    cause: 'installed weather 3.3.0',
    packages: [NOTES.old, oldWeather],
  }),
  aPackageGeneration({
    generation: 3,
    publishedAt: minutesAgo(150),
    cause: 'installed radio 0.9.2: the scanner of the north gate',
    packages: [NOTES.old, oldWeather, radio],
  }),
  aPackageGeneration({
    generation: 4,
    publishedAt: minutesAgo(63),
    cause: 'upgraded field-notes 1.0.0 to 1.1.0',
    packages: [NOTES.current, oldWeather, radio],
  }),
  aPackageGeneration({
    generation: 5,
    publishedAt: minutesAgo(20),
    cause: 'upgraded weather 3.3.0 to 3.4.1, installed acme/orchard-maps 2.0.0',
    packages: inForce,
  }),
];

export const orchard: ConsoleState = aState({
  registry: anInstalledRegistry(PACKAGES, {
    generation: 5,
    generations: history,
    suggestions: [
      { folder: '/home/ada/orchard/packages/field-notes-1.0.0', name: 'field-notes 1.0.0' },
      { folder: '/home/ada/orchard/packages/field-notes-1.2.0', name: 'field-notes 1.2.0' },
      { folder: '/home/ada/orchard/packages/herbarium', name: 'herbarium 0.3.0' },
    ],
  }),
  sessions: [
    aSession({ id: 'ops', stamp: { generation: 1, digest: digestOf(1) } }),
    aSession({ id: 'demo', stamp: { generation: 4, digest: digestOf(2) } }),
    aSession({ id: 'trial', stamp: { generation: 0, digest: digestOf(3) } }),
  ],
  generations: [
    aGeneration({
      session: 'ops',
      generation: 1,
      useGeneration: 3,
      packages: [NOTES.old],
      publishedAt: minutesAgo(140),
    }),
    aGeneration({
      session: 'demo',
      generation: 3,
      useGeneration: 4,
      state: 'draining',
      pins: 1,
      packages: [NOTES.current, radio],
      publishedAt: minutesAgo(60),
    }),
    aGeneration({
      session: 'demo',
      generation: 4,
      useGeneration: 5,
      packages: [NOTES.current, weather],
      publishedAt: minutesAgo(18),
    }),
  ],
});

export const receipt: readonly PackageItem[] = [
  aPackageItem({ name: 'take-notes', path: 'skills/take-notes/SKILL.md' }),
  aPackageItem({ kind: 'mcp', name: 'notebook', path: '.mcp.json' }),
  aPackageItem({
    name: 'forecast',
    path: 'skills/forecast/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    diagnostics: [
      {
        path: 'skills/forecast/SKILL.md',
        line: 4,
        reason: 'The field “licence” is not known and was left out; did you mean “license”?',
      },
    ],
  }),
  aPackageItem({
    name: 'almanac',
    path: 'skills/almanac/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    diagnostics: [
      {
        path: 'skills/almanac/SKILL.md',
        line: 2,
        reason: 'The description has 1,204 characters; 1,024 are read.',
      },
    ],
  }),
  aPackageItem({
    kind: 'hook',
    name: 'after-rain',
    path: 'hooks/hooks.json',
    outcome: 'skipped',
    diagnostics: [
      {
        path: 'hooks/hooks.json',
        line: null,
        reason: 'Hooks are not run: they would start programs nobody allowed.',
      },
    ],
  }),
];

export const upgradePlan: RegistryPlan = aPlan({
  base: 5,
  target: 6,
  packages: [
    { change: 'unchanged', name: 'acme/orchard-maps', from: maps, to: maps },
    { change: 'upgraded', name: 'field-notes', from: NOTES.current, to: NOTES.next },
    { change: 'unchanged', name: 'radio', from: radio, to: radio },
    { change: 'unchanged', name: 'weather', from: weather, to: weather },
  ],
  items: [
    itemChange('changed', 'mcp', 'notebook', 1, 2),
    itemChange('changed', 'skill', 'take-notes', 2, 3),
    itemChange('added', 'skill', 'press-flowers', null, 4),
  ],
  unchangedItems: 14,
  undecided: [nextNotesServer, ...mapsServers],
  sessions: ['ops', 'demo'],
});

export const conflictPlan: RegistryPlan = {
  ...upgradePlan,
  undecided: [],
  conflicts: [
    {
      kind: 'mcp',
      publicName: 'notebook',
      packages: ['field-notes', 'acme/orchard-maps'],
      message:
        'Their tools would have the same names, so a call could reach either of them. Rename the server in one of the packages, or leave one out.',
    },
  ],
};

export const removalPlan: RegistryPlan = {
  ...upgradePlan,
  packages: [{ change: 'removed', name: 'field-notes', from: NOTES.current, to: null }],
  items: [
    itemChange('removed', 'mcp', 'notebook', 1, null),
    itemChange('removed', 'skill', 'take-notes', 2, null),
  ],
  undecided: [],
  sessions: ['demo'],
};

function itemChange(
  change: 'added' | 'removed' | 'changed',
  kind: string,
  publicName: string,
  from: number | null,
  to: number | null,
): RegistryPlan['items'][number] {
  return {
    change,
    kind,
    publicName,
    package: 'field-notes',
    fromDigest: from === null ? null : contentDigest(from),
    toDigest: to === null ? null : contentDigest(to),
  };
}
