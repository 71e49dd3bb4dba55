import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsolePage } from './console-page.js';
import { markingPackage } from './fixture-package.js';
import { applied, inForce, stored } from './installed-package.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

/** A session, and an installed package whose server leaves a file behind as soon as it runs. */
async function installedServer() {
  const host = await testHost({ demo: null });
  const page = await connectPage(host).greeted();
  await page.ask('session.create', { id: 'side' });
  const mark = join(await temporaryFolder(), 'started');
  const version = await stored(page, await markingPackage('marking', mark));
  const packageGeneration = await inForce(page, [version]);
  return { host, page, mark, version, content: { packageGeneration, packages: ['marking'] } };
}

async function hasStarted(mark: string): Promise<boolean> {
  return access(mark).then(
    () => true,
    () => false,
  );
}

const decide = (
  page: ConsolePage,
  digest: string,
  decision: 'allowed' | 'refused',
  reason = 'Looked at it',
) => page.ask('package.decide', { digest, server: 'marking', decision, reason });

describe('a server of a package', { timeout: 60_000 }, () => {
  it('is started by nothing but a batch, and by none before a person has allowed it', async () => {
    const { page, mark, version, content } = await installedServer();
    expect(version.servers).toMatchObject([
      { server: 'marking', decision: 'undecided', decidedAt: null, previous: null },
    ]);
    const preview = await page.ask('batch.preview', { session: 'side', ...content });
    expect(preview).toMatchObject({
      undecided: [{ server: 'marking', package: { name: 'marking' }, decision: 'undecided' }],
      refused: [],
    });
    expect(preview.changes.map(({ publicName }) => publicName)).toEqual(['marking']);
    const apply = page.ask('batch.apply', { session: 'side', ...content, reason: null });
    await expect(apply).rejects.toMatchObject({
      report: {
        code: 'consent-required',
        message: expect.stringContaining('marking'),
        action: expect.stringContaining('allow or refuse'),
      },
    });
    expect(page.state).toMatchObject({ batches: [], sessions: [{ stamp: { generation: 0 } }] });
    expect(await hasStarted(mark)).toBe(false);

    await decide(page, version.digest, 'allowed');
    expect(page.state.registry.packages).toMatchObject([
      { servers: [{ decision: 'allowed', reason: 'Looked at it', decidedAt: expect.any(Number) }] },
    ]);
    expect(await hasStarted(mark)).toBe(false);
    await page.ask('batch.apply', { session: 'side', ...content, reason: null });
    expect(await readFile(mark, 'utf8')).toBe('started');
  });

  it('is left out of batches once it is refused, and the preview says so', async () => {
    const { page, mark, version, content } = await installedServer();
    await decide(page, version.digest, 'refused', 'Too loud');
    const preview = await page.ask('batch.preview', { session: 'side', ...content });
    expect(preview).toMatchObject({
      undecided: [],
      refused: [{ server: 'marking', decision: 'refused', reason: 'Too loud' }],
      changes: [],
    });
    await page.ask('batch.apply', { session: 'side', ...content, reason: null });
    const generation = await page.until((now) => now.generations.find(({ state }) => state === 'current'));
    expect(generation).toMatchObject({ capabilityCount: 0, packages: [{ name: 'marking' }] });
    expect(await hasStarted(mark)).toBe(false);
  });

  it('has to be allowed anew for other content, and says what was allowed before', async () => {
    const { page, version, content, mark } = await installedServer();
    await decide(page, version.digest, 'allowed');
    await page.ask('batch.apply', { session: 'side', ...content, reason: null });
    const second = await stored(page, await markingPackage('marking', mark, '2.0.0'));
    expect(second.servers).toMatchObject([
      { decision: 'undecided', previous: { command: version.servers[0]?.command, env: {}, cwd: null } },
    ]);
    const change = { add: [second.digest], remove: [] };
    expect(await page.ask('package.plan', change)).toMatchObject({
      packages: [{ change: 'upgraded', from: { version: '1.0.0' }, to: { version: '2.0.0' } }],
      undecided: [{ server: 'marking', package: { version: '2.0.0' } }],
      sessions: ['side'],
    });
    await expect(applied(page, 'side', [])).resolves.toBeDefined();
    const packageGeneration = await inForce(page, [second]);
    const next = page.ask('batch.apply', {
      session: 'side',
      packageGeneration,
      packages: ['marking'],
      reason: null,
    });
    await expect(next).rejects.toMatchObject({ report: { code: 'consent-required' } });
  });

  it('is as the last of two pages decided that decide at once, and both are told', async () => {
    const { host, page, version } = await installedServer();
    const other = await connectPage(host).greeted();
    await Promise.all([
      decide(page, version.digest, 'allowed', 'first page'),
      decide(other, version.digest, 'refused', 'second page'),
    ]);
    const decided = (each: ConsolePage) => each.state.registry.packages[0]?.servers[0];
    await page.until(() => decided(page)?.reason === decided(other)?.reason);
    expect(decided(page)).toEqual(decided(other));
    const lines = await page.until((now) => {
      const found = now.activity.filter(({ command }) => command === 'package.decide');
      return found.length === 2 && found;
    });
    expect(lines.map(({ detail, reason, target }) => ({ detail, reason, target }))).toEqual(
      expect.arrayContaining([
        { detail: 'allowed', reason: 'first page', target: 'marking of marking 1.0.0' },
        { detail: 'refused', reason: 'second page', target: 'marking of marking 1.0.0' },
      ]),
    );
    const last = lines.find(({ detail }) => detail === decided(page)?.decision);
    expect(last?.reason).toBe(decided(page)?.reason);
  });

  it('that nobody knows cannot be decided about', async () => {
    const { page, version } = await installedServer();
    const ask = { server: 'other', decision: 'allowed', reason: null } as const;
    await expect(page.ask('package.decide', { ...ask, digest: version.digest })).rejects.toMatchObject({
      report: { code: 'unknown-server' },
    });
    const digest = `sha256:${'0'.repeat(64)}`;
    await expect(page.ask('package.decide', { ...ask, digest })).rejects.toMatchObject({
      report: { code: 'unknown-package' },
    });
  });
});
