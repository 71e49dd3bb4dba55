// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PackageRegistry, snapshotBatch } from '../../src/registry/index.js';
import { ManualClock } from '../../src/testing/index.js';
import {
  allowAll,
  edition,
  idleServers,
  NEVER,
  openRegistry,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const notebook = { command: '${NODE}', args: ['${CLAUDE_PLUGIN_ROOT}/s.js'], env: { A: '1' }, cwd: 'work' };
const ledger = { command: 'ledger' };

async function install(registry: PackageRegistry, version: string, servers: Record<string, unknown>) {
  const folder = await putFiles(join(await temporaryFolder(), version), edition(version, { servers }));
  return registry.install(folder, options);
}

const snapshot = (registry: PackageRegistry) =>
  registry.snapshot({ generation: registry.current.generation, adapters: idleServers, ...options });

test('a server is asked about with its whole command line, as the package wrote it', async () => {
  const registry = await openRegistry(await temporaryFolder());
  const { name, version, digest } = await install(registry, '1.0.0', { notebook, ledger });
  const plan = await registry.plan({ add: [digest] }, options);
  const ref = { name, version, digest };
  expect(plan.consents).toEqual([
    {
      package: ref,
      server: 'notebook',
      command: ['${NODE}', '${CLAUDE_PLUGIN_ROOT}/s.js'],
      env: { A: '1' },
      cwd: 'work',
      previous: null,
    },
    { package: ref, server: 'ledger', command: ['ledger'], env: {}, cwd: null, previous: null },
  ]);
});

test('no snapshot is made while a server is undecided, and all of them are named', async () => {
  const registry = await openRegistry(await temporaryFolder());
  const { digest } = await install(registry, '1.0.0', { notebook, ledger });
  await publish(registry, { add: [digest] });
  const refusal = snapshot(registry);
  await expect(refusal).rejects.toMatchObject({
    code: 'consent-required',
    requests: [{ server: 'notebook' }, { server: 'ledger' }],
    message: expect.stringContaining('notebook of field-notes, ledger of field-notes'),
  });
  await registry.decide({ digest, server: 'notebook', decision: 'allowed' }, options);
  await expect(snapshot(registry)).rejects.toMatchObject({ requests: [{ server: 'ledger' }] });
});

test('a refused server is left out and said to be; everything else of its package is there', async () => {
  const root = await temporaryFolder();
  const clock = new ManualClock();
  const registry = await openRegistry(root, { clock });
  const { name, version, digest } = await install(registry, '1.0.0', { notebook, ledger });
  await publish(registry, { add: [digest] });
  await allowAll(registry, digest);
  const reason = 'It writes outside the project.';
  const decided = await registry.decide({ digest, server: 'ledger', decision: 'refused', reason }, options);
  expect(decided).toMatchObject({ decision: 'refused', decidedAt: clock.now(), reason });
  await registry.close();
  const again = await openRegistry(root);
  expect(again.consents(digest)).toMatchObject([
    { decision: 'allowed', reason: null },
    { decision: 'refused', reason },
  ]);
  const { refusedServers, contributions } = await snapshot(again);
  expect(refusedServers).toEqual([{ package: { name, version, digest }, server: 'ledger' }]);
  expect(contributions[0]?.descriptors.map(({ publicName }) => publicName)).toEqual([
    'field-notes:take-notes',
    'notebook',
  ]);
  await again.decide({ digest, server: 'ledger', decision: 'allowed' }, options);
  expect((await snapshot(again)).refusedServers).toEqual([]);
});

test('a server that was refused after the snapshot was made is not started by it', async () => {
  const registry = await openRegistry(await temporaryFolder());
  const { digest } = await install(registry, '1.0.0', { notebook });
  await publish(registry, { add: [digest] });
  await allowAll(registry, digest);
  const planned = await snapshot(registry);
  await registry.decide({ digest, server: 'notebook', decision: 'refused' }, options);
  const id = snapshotBatch(planned, 1).target.find('mcp', 'notebook')?.id.toString() ?? '';
  await expect(planned.adapters.get(id)?.().prepare(options)).rejects.toMatchObject({
    code: 'consent-required',
    requests: [{ server: 'notebook' }],
  });
});

test('another version is asked about anew, and shows what was allowed last', async () => {
  const clock = new ManualClock();
  const registry = await openRegistry(await temporaryFolder(), { clock });
  const first = await install(registry, '1.0.0', { notebook });
  await allowAll(registry, first.digest);
  await clock.advance(1_000);
  const second = await install(registry, '1.0.1', {
    notebook: {
      ...notebook,
      args: ['second.js'],
      env: { SPEED: 'slow' },
      cwd: '${CLAUDE_PLUGIN_ROOT}/books',
    },
  });
  await allowAll(registry, second.digest);
  const allowedAt = clock.now();
  await clock.advance(1_000);
  const refused = await install(registry, '1.1.0', { notebook: { ...notebook, args: ['refused.js'] } });
  const decision = { digest: refused.digest, server: 'notebook', decision: 'refused' } as const;
  await registry.decide(decision, options);
  const next = await install(registry, '2.0.0', { notebook: { command: 'rm' } });
  expect(registry.consents(next.digest)).toMatchObject([
    {
      decision: 'undecided',
      request: {
        command: ['rm'],
        previous: {
          command: ['${NODE}', 'second.js'],
          env: { SPEED: 'slow' },
          cwd: '${CLAUDE_PLUGIN_ROOT}/books',
          decidedAt: allowedAt,
        },
      },
    },
  ]);
});

test('only a server of a stored version can be decided about', async () => {
  const registry = await openRegistry(await temporaryFolder());
  const { digest } = await install(registry, '1.0.0', { notebook });
  const decide = (server: string) => registry.decide({ digest, server, decision: 'allowed' }, options);
  await expect(decide('nobody')).rejects.toMatchObject({ code: 'unknown-server' });
  await registry.forget(digest, options);
  await expect(decide('notebook')).rejects.toMatchObject({ code: 'unknown-package' });
  expect(() => registry.consents(digest)).toThrow(expect.objectContaining({ code: 'unknown-package' }));
});
