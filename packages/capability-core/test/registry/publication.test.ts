import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  edition,
  idleServers,
  NEVER,
  openRegistry,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const SERVERS = { notebook: { command: 'node', args: ['server.js'] } };

test('a folder is installed, published, and found again after reopening', async () => {
  const base = await temporaryFolder();
  const root = join(base, 'registry');
  const registry = await openRegistry(root);
  expect(registry.current).toMatchObject({ generation: 0, packages: [] });
  const folder = await putFiles(join(base, 'notes'), edition('1.0.0', { servers: SERVERS }));
  const stored = await registry.install(folder, options);
  const { digest } = stored;
  expect(registry.current.generation).toBe(0);
  const plan = await registry.plan({ add: [digest] }, options);
  expect(plan).toMatchObject({ base: 0, target: 1, unchangedItems: 0, conflicts: [] });
  expect(plan.packages).toMatchObject([{ change: 'added', name: 'field-notes' }]);
  expect(plan.consents).toMatchObject([
    { server: 'notebook', command: ['node', 'server.js'], previous: null },
  ]);
  await registry.decide({ digest, server: 'notebook', decision: 'allowed' }, options);
  const published = await registry.apply(plan, { ...options, cause: 'first' });
  await registry.close();
  const again = await openRegistry(root);
  expect(again.current).toEqual(published);
  expect(again.versions()).toEqual([stored]);
  const snapshot = await again.snapshot({ generation: 1, adapters: idleServers, ...options });
  expect(snapshot.contributions[0]?.descriptors.map(({ publicName }) => publicName)).toEqual([
    'field-notes:take-notes',
    'notebook',
  ]);
});

test('a change of the same version twice publishes nothing', async () => {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'));
  const folder = await putFiles(join(base, 'notes'), edition('1.0.0'));
  const { digest } = await registry.install(folder, options);
  await publish(registry, { add: [digest] });
  await expect(publish(registry, { add: [digest] })).rejects.toMatchObject({ code: 'nothing-to-change' });
  expect(registry.generations()).toHaveLength(1);
});
