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

test('a snapshot for comparing has the undecided servers, and starts none of them', async () => {
  const registry = await openRegistry(await temporaryFolder());
  const servers = { notebook: { command: 'notebook' }, ledger: { command: 'ledger' } };
  const folder = await putFiles(join(await temporaryFolder(), 'notes'), edition('1.0.0', { servers }));
  const { digest } = await registry.install(folder, options);
  const { generation } = await publish(registry, { add: [digest] });
  await registry.decide({ digest, server: 'ledger', decision: 'allowed' }, options);
  const snapshot = await registry.snapshot({
    generation,
    consent: 'assumed',
    adapters: idleServers,
    ...options,
  });
  expect(snapshot.undecided).toMatchObject([{ server: 'notebook', command: ['notebook'] }]);
  const adapterOf = (name: string) =>
    [...snapshot.adapters].find(([id]) => id.endsWith(`:mcp:${name}`))?.[1]();
  await expect(adapterOf('notebook')?.prepare(options)).rejects.toMatchObject({
    code: 'consent-required',
    requests: [{ server: 'notebook' }],
  });
  await expect(adapterOf('ledger')?.prepare(options)).resolves.toBeDefined();

  await registry.decide({ digest, server: 'notebook', decision: 'allowed' }, options);
  const decided = await registry.snapshot({ generation, adapters: idleServers, ...options });
  expect(decided.undecided).toEqual([]);
});
