import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures.js';

test.use({ begin: 'fresh' });

test('a page has no Node, no Electron and one bridge, runs nothing that is written into it, and reaches nothing but its own files and its host', async ({
  openConsole,
}) => {
  const { page, app } = await (await openConsole()).ready();
  await test.step('one bridge with one function', () => expectOneBridge(page));
  await test.step('what is written into it is inert', () => expectInert(page));
  await test.step('nothing else is reached', () => expectConfined(page, app));
});

async function expectConfined(page: Page, app: ElectronApplication): Promise<void> {
  const address = page.url();

  await page.evaluate(() => window.location.assign('https://example.com/'));
  await page.evaluate(() => window.location.assign('file:///etc/passwd'));
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  expect(app.windows()).toHaveLength(1);

  const reached = (url: string): Promise<boolean> =>
    page.evaluate(
      (target) =>
        fetch(target).then(
          () => true,
          () => false,
        ),
      url,
    );
  expect(await reached('https://example.com/')).toBe(false);
  expect(await reached('http://127.0.0.1:1/')).toBe(false);
  expect(await reached('file:///etc/passwd')).toBe(false);

  const permission = await page.evaluate(() => Notification.requestPermission());
  expect(permission).toBe('denied');
  const allowed = await page.evaluate(async () => {
    const names = ['geolocation', 'camera', 'microphone', 'midi', 'clipboard-read'] as PermissionName[];
    const states = await Promise.all(names.map((name) => navigator.permissions.query({ name })));
    return states.filter(({ state }) => state !== 'denied').map(({ name }) => name);
  });
  expect(allowed).toEqual([]);
  expect(page.url()).toBe(address);
}

async function expectOneBridge(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys(Reflect.get(window, 'changeover')),
  }));
  expect(found).toEqual({ node: [], bridge: ['connect'] });
}

async function expectInert(page: Page): Promise<void> {
  const marks = await page.evaluate(async () => {
    const holder = document.createElement('div');
    holder.innerHTML = `<img src="data:," onerror="document.title = 'attribute'"><style>body { opacity: 0.5 }</style>`;
    document.body.append(holder);
    const script = document.createElement('script');
    script.textContent = "document.title = 'inline'";
    document.body.append(script);
    // A driver's own evaluation is exempt from the content policy; a task of the page is not.
    const evaluated = await new Promise<boolean>((resolve) => {
      setTimeout(() => {
        try {
          // oxlint-disable-next-line typescript/no-implied-eval -- that it is refused is what is tested
          new Function("document.title = 'evaluated'")();
          resolve(true);
        } catch {
          resolve(false);
        }
      });
    });
    return { title: document.title, opacity: getComputedStyle(document.body).opacity, evaluated };
  });
  expect(marks).toEqual({ title: expect.stringContaining('Changeover'), opacity: '1', evaluated: false });
}
