import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../harness/fixtures.js';
import { scriptsOf } from '../harness/page-bundle.js';
import { test } from '../harness/page-fixtures.js';
import { PageSite } from '../harness/page-site.js';
import { killHard } from '../harness/process-status.js';
import { sandboxedProfile } from '../harness/sandboxed-browser.js';
import { scratchFolder } from '../harness/scratch-folder.js';
import type {} from './storage-kit/page/stores.js';

// Building the pages and starting the browser takes as long as the tests: one worker does it once.
test.describe.configure({ mode: 'default' });
test.use({
  packageName: 'storage-kit',
  policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
});

test('its entries bundle for a browser with the bundler as it is, and the bundle asks for nothing of Node', async ({
  bundle,
}) => {
  expect(bundle.warnings).toEqual([]);
  const { count, asksOfNode } = await scriptsOf(bundle);
  expect(count).toBeGreaterThan(3);
  expect(asksOfNode).toEqual([]);
});

test('the example of its README for browsers counts its visits', async ({ openPage }) => {
  const page = await openPage();
  for (const visit of [1, 2]) {
    const said = page.waitForEvent('console');
    await page.goto(new URL('/counter.html', page.url()).href);
    expect((await said).text()).toBe(`Visit ${visit}`);
  }
});

test('each backend for browsers passes the published suite in the page', async ({ openPage }) => {
  const page = await openPage();
  const outcomes = await page.evaluate(async () => {
    const { conformance, indexedDbPersistence, wasmBinary } = window.stores;
    const engine = await wasmBinary();
    return [
      await conformance(() => ({ backend: 'memory' })),
      await conformance(() => ({ backend: 'sqlite', location: ':memory:', wasmBinary: engine })),
      await conformance(() => ({
        backend: 'sqlite',
        persistence: indexedDbPersistence(crypto.randomUUID()),
        wasmBinary: engine,
      })),
    ];
  });
  expect(outcomes).toEqual(Array(3).fill({ passed: expect.any(Number), failed: [] }));
  expect(new Set(outcomes.map(({ passed }) => passed)).size).toBe(1);
  expect(outcomes[0]?.passed).toBeGreaterThan(50);
});

test('what was committed is there after a reload, whether the store was closed or not', async ({
  openPage,
}) => {
  const page = await openPage();
  for (const close of [true, false]) {
    const revision = await page.evaluate(async (closeIt) => {
      const store = await window.stores.open('notes');
      const written = await window.stores.write(store, 'closed', closeIt);
      if (closeIt) await store.close();
      return written;
    }, close);
    await page.reload();
    const found = await page.evaluate(async () => {
      const store = await window.stores.open('notes');
      const { revision } = await store.stats();
      const value = await window.stores.read(store, 'closed');
      await store.close();
      return { revision, value };
    });
    expect(found).toEqual({ revision, value: close });
  }
});

test('every commit that a page was told of is there, whole and in order, after the page was killed in the middle of commits', async ({
  openPage,
}) => {
  for (const [commits, kill, thenClose] of [
    [20, (page: Page) => page.close(), false],
    [30, crash, false],
    // In the middle of the snapshot that closing writes.
    [5, crash, true],
  ] as const) {
    const page = await openPage();
    const acknowledged = await commitUntil(page, { name: 'killed', commits, kill, thenClose });
    await expectCommitted(await openPage(), 'killed', acknowledged);
  }
});

test('every commit that a page was told of is on the disk after the whole browser was killed', async ({
  environment,
  bundle,
  policy,
}) => {
  await using site = await PageSite.publish(bundle.folder, policy);
  const folder = await scratchFolder(environment, 'profile');
  const first = await sandboxedProfile(environment, folder);
  const page = await first.newPage();
  await page.goto(site.origin);
  const acknowledged = await commitUntil(page, {
    name: 'killed',
    commits: 20,
    kill: () => killBrowser(first),
    thenClose: false,
  });
  const second = await sandboxedProfile(environment, folder);
  const next = await second.newPage();
  await next.goto(site.origin);
  await expectCommitted(next, 'killed', acknowledged);
  await second.close();
});

test('a store is locked while another page has it open, and free for others as soon as it is closed', async ({
  openPage,
}) => {
  const [first, second] = [await openPage(), await openPage()];
  for (const [owner, other] of [
    [first, second],
    [second, first],
    [first, second],
  ] as const) {
    const store = await owner.evaluateHandle(() => window.stores.open('shared'));
    expect(await other.evaluate(() => window.stores.refusal(window.stores.open('shared')))).toEqual({
      code: 'locked',
      message: 'shared is in use by another page or worker of this origin. Close it there first',
    });
    await store.evaluate((open) => open.close());
  }
});

test('a store works in a worker, is locked for the page meanwhile, and is free when the worker is terminated', async ({
  openPage,
}) => {
  const page = await openPage();
  const worker = await page.evaluateHandle(() => window.stores.startWorker());
  const answer = await worker.evaluate(
    (started) =>
      new Promise((resolve, reject) => {
        started.addEventListener('message', ({ data }) => resolve(data));
        started.addEventListener('error', ({ message }) => reject(new Error(message)));
        started.postMessage('shared');
      }),
  );
  expect(answer).toBe('committed');
  const refused = await page.evaluate(() => window.stores.refusal(window.stores.open('shared')));
  expect(refused.code).toBe('locked');
  await worker.evaluate((started) => started.terminate());
  await expectFreed(page, 'shared');
  const value = await page.evaluate(async () => {
    const store = await window.stores.open('shared');
    const found = await window.stores.read(store, 'worker');
    await store.close();
    return found;
  });
  expect(value).toBe('committed');
});

test('a changed byte, or what is no bytes at all, is corrupt in a journal entry and in a snapshot, and stays as it is', async ({
  openPage,
}) => {
  const page = await openPage();
  for (const part of ['entries', 'snapshots'] as const) {
    for (const damage of ['changed byte', 'no bytes'] as const) {
      const name = `${part} with ${damage}`;
      // Closed once, so that there is a snapshot; then left open, so that there is an entry after it.
      await page.evaluate(async (place) => {
        const store = await window.stores.open(place);
        await window.stores.write(store, 'a', 1);
        await store.close();
        await window.stores.write(await window.stores.open(place), 'b', 2);
      }, name);
      await page.reload();
      await expectFreed(page, name);
      const seen = await page.evaluate(
        async ([place, values, kind]) => {
          const { database, open, refusal } = window.stores;
          await database.replaceFirst(place, values, (value) =>
            kind === 'no bytes' ? 'a letter' : value.map((byte, index) => (index === 20 ? byte ^ 1 : byte)),
          );
          const before = await database.content(place);
          const refusals = [await refusal(open(place)), await refusal(open(place))];
          return { refusals, before, after: await database.content(place) };
        },
        [name, part, damage] as const,
      );
      const corrupt = { code: 'corrupt', file: `IndexedDB ${name}` };
      expect(seen.refusals, name).toMatchObject([corrupt, corrupt]);
      expect(seen.after, name).toEqual(seen.before);
    }
  }
});

test('a database that somebody else made is refused: a newer version by its number, another layout as corrupt', async ({
  openPage,
}) => {
  const page = await openPage();
  const refused = await page.evaluate(async () => {
    const { database, open, refusal } = window.stores;
    await database.create('newer', 7);
    await database.create('foreign', 1);
    return [await refusal(open('newer')), await refusal(open('foreign'))];
  });
  expect(refused).toMatchObject([
    { code: 'unsupported-format', file: 'IndexedDB newer', version: 7 },
    { code: 'corrupt', file: 'IndexedDB foreign' },
  ]);
  const removed = await page.evaluate(() =>
    Promise.all(['newer', 'foreign'].map((name) => window.stores.database.remove(name))),
  );
  expect(removed).toEqual(['removed', 'removed']);
});

test('a quota that is used up fails the commit with io, the store then takes no writes, and what was acknowledged is kept', async ({
  openPage,
  profile,
  site,
}) => {
  const page = await openPage();
  const session = await profile.newCDPSession(page);
  // Before the database is opened: the browser looks at what is left only now and then.
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 2 * 1024 * 1024 });
  const store = await page.evaluateHandle(async () => {
    const opened = await window.stores.open('full');
    await window.stores.write(opened, 'a', 'acknowledged');
    return opened;
  });
  const seen = await store.evaluate(async (full) => {
    const { incompressible, read, refusal, write } = window.stores;
    return {
      first: await refusal(write(full, 'large', incompressible(3 * 1024 * 1024))),
      second: await refusal(write(full, 'small', 1)),
      read: await read(full, 'a'),
      large: await read(full, 'large'),
      stats: await full.stats(),
      closed: await full.close(),
    };
  });
  expect(seen).toMatchObject({
    first: { code: 'io', message: expect.stringMatching(/^Could not append to IndexedDB full: .*quota/i) },
    second: { code: 'unavailable' },
    read: 'acknowledged',
    large: undefined,
    stats: { revision: 1, failure: seen.first.message },
  });
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
  const reopened = await page.evaluate(async () => {
    const { incompressible, open, read, write } = window.stores;
    const again = await open('full');
    const kept = await read(again, 'a');
    const revision = await write(again, 'large', incompressible(3 * 1024 * 1024));
    await again.close();
    return { kept, revision };
  });
  expect(reopened).toEqual({ kept: 'acknowledged', revision: 2 });
});

test('a file is no place for a store of a browser: invalid-request, which names what is', async ({
  openPage,
}) => {
  const page = await openPage();
  const refused = await page.evaluate(() => {
    const { refusal, StateStore } = window.stores;
    return refusal(StateStore.connect({ backend: 'sqlite', location: 'notes.sqlite' }));
  });
  expect(refused).toMatchObject({
    code: 'invalid-request',
    message: expect.stringMatching(/"notes\.sqlite".*':memory:'.*indexedDbPersistence/),
  });
});

test('a closed store holds nothing: no lock, and no database that could not be removed', async ({
  openPage,
}) => {
  const page = await openPage();
  const seen = await page.evaluate(async () => {
    const store = await window.stores.open('released');
    await window.stores.write(store, 'a', 1);
    const whileOpen = (await navigator.locks.query()).held?.length;
    await store.close();
    const afterwards = (await navigator.locks.query()).held?.length;
    const refused = await window.stores.refusal(window.stores.read(store, 'a'));
    return {
      whileOpen,
      afterwards,
      code: refused.code,
      removal: await window.stores.database.remove('released'),
    };
  });
  expect(seen).toEqual({ whileOpen: 1, afterwards: 0, code: 'closed', removal: 'removed' });
});

test('sql.js finds its engine beside the page when it is given no bytes', async ({ openPage }) => {
  const page = await openPage();
  const revision = await page.evaluate(async () => {
    const store = await window.stores.StateStore.connect({ backend: 'sqlite', location: ':memory:' });
    const written = await window.stores.write(store, 'a', 1);
    await store.close();
    return written;
  });
  expect(revision).toBe(1);
});

test('where the content policy forbids WebAssembly a store is refused as io, which names the policy', async ({
  bundle,
  profile,
}) => {
  const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
  await using site = await PageSite.publish(bundle.folder, policy);
  const page = await profile.newPage();
  await page.goto(site.origin);
  const refused = await page.evaluate(() => window.stores.refusal(window.stores.open('forbidden')));
  expect(refused).toMatchObject({
    code: 'io',
    message: expect.stringContaining('Content Security Policy'),
  });
  await page.close();
});

interface KilledPage {
  readonly name: string;
  readonly commits: number;
  readonly kill: (page: Page) => Promise<unknown>;
  /** Whether the page closes its store after these commits; it commits for ever otherwise. */
  readonly thenClose: boolean;
}

/** Lets a page commit until it was told of so many commits, then kills it; the last one that it was told of. */
async function commitUntil(page: Page, { name, commits, kill, thenClose }: KilledPage): Promise<number> {
  let told = 0;
  let last = 0;
  await new Promise<void>((resolve, reject) => {
    page
      .exposeFunction('acknowledge', (number: number) => {
        told += 1;
        last = number;
        if (told === commits) resolve();
      })
      .then(() =>
        page.evaluate(([place, most]) => window.stores.startCommits(place, most), [
          name,
          thenClose ? commits : Number.POSITIVE_INFINITY,
        ] as const),
      )
      .catch(reject);
  });
  await kill(page);
  return last;
}

/** Asserts that a store has every number up to one that is at least the acknowledged one. */
async function expectCommitted(page: Page, name: string, acknowledged: number): Promise<void> {
  await expectFreed(page, name);
  const { revision, numbers } = await page.evaluate(async (place) => {
    const store = await window.stores.open(place);
    const stats = await store.stats();
    const found = await window.stores.committedNumbers(store);
    await store.close();
    return { revision: stats.revision, numbers: found };
  }, name);
  expect(revision).toBeGreaterThanOrEqual(acknowledged);
  const expected = numbers.map(() => 0);
  for (let number = 1; number <= revision; number += 1) expected[number % numbers.length] = number;
  expect(numbers).toEqual(expected);
}

/** Waits until the browser has noticed that whoever had the store is gone. */
async function expectFreed(page: Page, name: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (lock) => {
        const { held } = await navigator.locks.query();
        return held?.some((one) => one.name === lock);
      }, `@changeover/storage-kit/${name}`),
    )
    .toBe(false);
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // It has no answer: there is nobody left to give it.
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
}

async function killBrowser(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('A context with a profile names no browser');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (browser === undefined) throw new Error('The browser names no process of its own');
  const closed = context.waitForEvent('close');
  await killHard(browser.id);
  await closed;
}
