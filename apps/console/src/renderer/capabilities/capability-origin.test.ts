import { expect, it } from 'vitest';
import { aCatalogEntry } from '../test-state/catalog-builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { aConsent, aStoredPackage, versionOf } from '../test-state/package-builders.js';
import { packageOf, serverOf } from './capability-origin.js';

const notes = aStoredPackage({
  name: 'notes',
  digest: digestOf(1),
  servers: [aConsent({ server: 'notebook' }), aConsent({ server: 'scanner', decision: 'refused' })],
});
const newer = aStoredPackage({ ...notes, version: '2.0.0', digest: digestOf(2) });
const server = aCatalogEntry({ id: 'use/notes:mcp:notebook', kind: 'mcp', publicName: 'notebook' });

it('the package of a capability is found by its source', () => {
  expect(packageOf(server, [versionOf(notes)])).toEqual(versionOf(notes));
  expect(packageOf(aCatalogEntry({ id: 'use/note:mcp:notebook' }), [versionOf(notes)])).toBeUndefined();
});

it('a server is started as the version says that the generation is made of', () => {
  expect(serverOf(server, [versionOf(notes)], [newer, notes])).toBe(notes.servers[0]);
});

it.each([
  ['what is no server', aCatalogEntry({ publicName: 'notebook' }), [notes]],
  ['a server that is left out', { ...server, publicName: 'scanner' }, [notes]],
  ['a package that is not stored any more', server, [newer]],
])('nothing is said of %s', (_, capability, stored) => {
  expect(serverOf(capability, [versionOf(notes)], stored)).toBeNull();
});
