import { describe, expect, it } from 'vitest';
import { aGeneration, aSession } from '../test-state/builders.js';
import { digestOf, NOW } from '../test-state/moments-and-digests.js';
import { anInstalledRegistry, anUndecidedConsent, aStoredPackage } from '../test-state/package-builders.js';
import { isPackageFilter, type PackageFilter, packageRows } from './package-rows.js';
import { packageUses } from './package-uses.js';

const notes = aStoredPackage({ name: 'notes', version: '1.1.0', digest: digestOf(1), bytes: 10 });
const oldNotes = aStoredPackage({
  name: 'notes',
  version: '1.0.0',
  digest: digestOf(0),
  state: 'kept',
  holders: ['session ops'],
  installedAt: NOW - 90 * 60_000,
});
const spareNotes = aStoredPackage({
  name: 'notes',
  version: '0.9.0',
  digest: digestOf(3),
  state: 'unused',
  installedAt: NOW,
});
const maps = aStoredPackage({
  name: 'maps',
  version: '2.0.0',
  digest: digestOf(2),
  bytes: 99,
  installedAt: NOW - 1,
  servers: [anUndecidedConsent({ server: 'tiles' })],
});
const registry = anInstalledRegistry([oldNotes, notes, maps, spareNotes]);
const uses = packageUses(
  [aSession({ id: 'demo' }), aSession({ id: 'ops' }), aSession({ id: 'gone', state: 'closed' })],
  [
    aGeneration({ session: 'demo', packages: [notes] }),
    aGeneration({ session: 'ops', packages: [oldNotes] }),
    aGeneration({ session: 'gone', packages: [oldNotes] }),
    aGeneration({ session: 'demo', state: 'retired', packages: [maps] }),
  ],
);
const rows = (filter: PackageFilter = {}) => packageRows(registry, uses, filter);
const shown = (filter?: PackageFilter): readonly string[] =>
  rows(filter).map(({ stored, leads }) => `${leads ? '' : '- '}${stored.name} ${stored.version}`);

describe('the table of packages', () => {
  it('leads with the version in force, and has the others of its package below it, the newest first', () => {
    expect(shown()).toEqual(['maps 2.0.0', 'notes 1.1.0', '- notes 0.9.0', '- notes 1.0.0']);
  });

  it('leads with the newest version of a package that none is in force of', () => {
    const removed = anInstalledRegistry([oldNotes, spareNotes]);
    expect(packageRows(removed, [], {}).map((row) => [row.stored.version, row.leads])).toEqual([
      ['0.9.0', true],
      ['1.0.0', false],
    ]);
  });

  it('says which sessions use a version, and which use another one than that in force', () => {
    const found = rows().map(({ stored, uses: own, elsewhere }) => [
      stored.version,
      own.map((use) => use.session),
      elsewhere.map((use) => `${use.session} on ${use.version}`),
    ]);
    expect(found).toEqual([
      ['2.0.0', [], []],
      ['1.1.0', ['demo'], ['ops on 1.0.0']],
      ['0.9.0', [], []],
      ['1.0.0', ['ops'], []],
    ]);
  });

  it('keeps to one state, to those that wait for a person, and says that it does', () => {
    expect(shown({ status: 'in-force' })).toEqual(['maps 2.0.0', 'notes 1.1.0']);
    expect(shown({ status: 'waiting' })).toEqual(['maps 2.0.0']);
    expect(shown({ status: 'kept' })).toEqual(['notes 1.0.0']);
    expect(shown({ status: 'unused' })).toEqual(['notes 0.9.0']);
    expect(isPackageFilter({ status: 'unused' })).toBe(true);
  });

  it('is not filtered by a status that only runs have', () => {
    expect(shown({ status: 'live' })).toHaveLength(4);
    expect(isPackageFilter({ status: 'live', filter: '' })).toBe(false);
  });

  it('finds every word, in name, version, folder, state, server, holder and session, and digests by a long part', () => {
    expect(shown({ filter: 'NOTES 1.0.0' })).toEqual(['notes 1.0.0']);
    expect(shown({ filter: 'tiles' })).toEqual(['maps 2.0.0']);
    expect(shown({ filter: 'session ops' })).toEqual(['notes 1.0.0']);
    expect(shown({ filter: 'demo/maps' })).toEqual(['maps 2.0.0']);
    expect(shown({ filter: 'unused' })).toEqual(['notes 0.9.0']);
    expect(shown({ filter: notes.digest.slice(7, 13) })).toEqual(['notes 1.1.0']);
    expect(shown({ filter: 'b62cb' })).toEqual([]);
  });

  it('sorts packages by the row that leads them, and never tears one apart', () => {
    expect(shown({ sort: '-package' }).at(0)).toBe('notes 1.1.0');
    expect(shown({ sort: 'size' }).at(0)).toBe('notes 1.1.0');
    expect(shown({ sort: '-size' }).at(0)).toBe('maps 2.0.0');
    expect(shown({ sort: '-installed' }).at(0)).toBe('maps 2.0.0');
    expect(shown({ sort: 'no-such-column' })).toEqual(shown());
  });
});
