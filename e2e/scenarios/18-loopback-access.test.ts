import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures.js';
import { foreignSite } from '../harness/foreign-site.js';
import { expectDemoSession } from '../harness/sessions.js';

test.use({ begin: 'fresh' });

test('a browser with a wrong token or with none is refused, and the one with the right token is not', async ({
  serveConsole,
  context,
}) => {
  const address = await (await serveConsole()).address();
  const page = await context.newPage();
  const { origin } = new URL(address);
  for (const [path, code] of [
    ['/', 'sign-in-needed'],
    ['/?token=guessed', 'wrong-token'],
    ['/index.html', 'sign-in-needed'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByText(code)).toBeVisible();
    await expect(page.getByText('Open the address that the console printed')).toBeVisible();
  }
  await page.goto(address);
  await expectDemoSession(page, 0);
  expect(page.url()).not.toContain('token');
});

test('the printed address opens the console in one browser only', async ({
  serveConsole,
  context,
  request,
}) => {
  const address = await (await serveConsole()).address();
  const page = await context.newPage();
  await page.goto(address);
  await expectDemoSession(page, 0);
  const other = await request.get(address, { maxRedirects: 0 });
  expect(other.status()).toBe(403);
  expect(await other.text()).toContain('wrong-token');
});

test('a page whose console was started again says which address to open', async ({
  serveConsole,
  context,
}) => {
  const first = await serveConsole();
  const address = await first.address();
  const page = await context.newPage();
  await page.goto(address);
  await expectDemoSession(page, 0);
  await first.stop();
  const banner = page.getByRole('alert').filter({ hasText: 'Disconnected from the host' });
  await expect(banner).toContainText('open the address that it printed then');

  const second = await serveConsole(undefined, Number(new URL(address).port));
  const next = await second.address();
  await banner.getByRole('button', { name: 'Connect now' }).click();
  await expect(banner).toContainText('does not know this page: open the address that it printed last');
  await page.goto(next);
  await expectDemoSession(page, 0);
});

test('a page of another origin in the very browser that is signed in reaches nothing', async ({
  serveConsole,
  context,
}) => {
  const address = await (await serveConsole()).address();
  const own = await context.newPage();
  await own.goto(address);
  await expectDemoSession(own, 0);

  await using site = await foreignSite();
  const page = await context.newPage();
  await page.goto(site.address);
  const { host, origin } = new URL(address);
  expect(await socketOpens(own, `ws://${host}/host`)).toBe(true);
  expect(await socketOpens(page, `ws://${host}/host`)).toBe(false);
  expect(await fetches(page, `${origin}/`)).toBe(false);
  expect(await isFramed(page, `${origin}/`)).toBe(false);
  await expectDemoSession(own, 0);
});

function socketOpens(page: Page, url: string): Promise<boolean> {
  return page.evaluate(
    (target) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(target);
        socket.addEventListener('open', () => {
          socket.close();
          resolve(true);
        });
        socket.addEventListener('error', () => resolve(false));
      }),
    url,
  );
}

function fetches(page: Page, url: string): Promise<boolean> {
  return page.evaluate(
    (target) =>
      fetch(target, { credentials: 'include' }).then(
        () => true,
        () => false,
      ),
    url,
  );
}

/** Whether the page can show the other one inside itself, to lead an operator's clicks there. */
async function isFramed(page: Page, url: string): Promise<boolean> {
  await page.evaluate(
    (target) =>
      new Promise<void>((resolve) => {
        const frame = document.createElement('iframe');
        frame.addEventListener('load', () => resolve());
        frame.src = target;
        document.body.append(frame);
      }),
    url,
  );
  return page.frames().some((frame) => frame.url().startsWith(url));
}
