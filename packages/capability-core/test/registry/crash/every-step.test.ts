import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { RegistryStep } from '../../../src/registry/index.js';
import { entriesOf, putArchive, tgz } from '../archive-builders.js';
import {
  allowAll,
  edition,
  NEVER,
  openRegistry,
  publish,
  putFiles,
  temporaryFolder,
} from '../registry-builders.js';
import { compiledModules } from './compiled-modules.js';
import { expectSound } from './registry-soundness.js';

const options = { signal: NEVER };
const program = fileURLToPath(new URL('registry-process.mjs', import.meta.url));
const servers = { notebook: { command: 'node', args: ['server.js'] } };
const modules = compiledModules();

/** Every step in the order in which installing, allowing, publishing and collecting take it. */
const STEPS: readonly RegistryStep[] = [
  'content-begun',
  'content-copied',
  'content-placed',
  'receipt-written',
  'receipt-placed',
  'consent-written',
  'consent-placed',
  'generation-written',
  'generation-placed',
  'generation-dropped',
  'receipt-removed',
  'content-removed',
  'generation-removed',
];
const reached = (step: RegistryStep, other: RegistryStep) => STEPS.indexOf(step) >= STEPS.indexOf(other);

test.each(STEPS)(
  'a process killed at the step %s leaves the generation before or the one after',
  async (step) => {
    const base = await temporaryFolder();
    const root = join(base, 'registry');
    const [before, after] = [
      await putFiles(join(base, 'before'), edition('1.0.0', { servers })),
      await putFiles(join(base, 'after'), edition('2.0.0', { servers })),
    ];
    const first = await openRegistry(root);
    const old = await first.install(before, options);
    await allowAll(first, old.digest);
    await publish(first, { add: [old.digest] });
    await first.close();

    const child = spawnSync(process.execPath, [program, 'once', modules(), root, after, step]);
    expect([child.signal, child.stderr.toString()]).toEqual(['SIGKILL', '']);

    const registry = await openRegistry(root, { keepGenerations: 1 });
    await expectSound(registry);
    const published = reached(step, 'generation-placed');
    expect(registry.current).toMatchObject({
      generation: published ? 2 : 1,
      packages: [{ name: 'field-notes', version: published ? '2.0.0' : '1.0.0' }],
    });
    const collected = reached(step, 'generation-dropped');
    expect(registry.version(old.digest)?.version).toBe(collected ? undefined : '1.0.0');
    const installed = registry.versions().find(({ version }) => version === '2.0.0');
    expect(installed !== undefined).toBe(reached(step, 'receipt-placed'));
    const consents = installed === undefined ? [] : registry.consents(installed.digest);
    const decisions = consents.map(({ decision }) => decision);
    const allowed = reached(step, 'consent-placed') ? 'allowed' : 'undecided';
    expect(decisions).toEqual(installed === undefined ? [] : [allowed]);

    // What was cut off can be done again.
    const { digest } = await registry.install(after, options);
    await allowAll(registry, digest);
    if (!published) await publish(registry, { add: [digest] });
    await registry.collect(options);
    await expectSound(registry);
    expect(registry.versions().map(({ version }) => version)).toEqual(['2.0.0']);
    // What was decided about the old version went with it.
    const back = await registry.install(before, options);
    expect(registry.consents(back.digest)).toMatchObject([{ decision: 'undecided' }]);
  },
  30_000,
);

test('a process killed while an archive lies unpacked leaves nothing of it', async () => {
  const root = join(await temporaryFolder(), 'registry');
  const archive = await putArchive('notes.tgz', await tgz(entriesOf(edition('1.0.0'))));
  const child = spawnSync(process.execPath, [program, 'once', modules(), root, archive, 'source-unpacked']);
  expect([child.signal, child.stderr.toString()]).toEqual(['SIGKILL', '']);
  expect(await readdir(join(root, 'incoming'))).toHaveLength(1);
  const registry = await openRegistry(root);
  await expectSound(registry);
  expect((await registry.install(archive, options)).name).toBe('field-notes');
}, 30_000);
