import type { Page } from '@playwright/test';
import { expect, test } from '../harness/fixtures.js';
import { foreignSite } from '../harness/foreign-site.js';
import { expectDemoSession } from '../harness/sessions.js';

test.use({ begin: 'fresh' });

test('a console that is served to a browser is reached by the one that has the printed address, and by nobody else', async ({
  serveConsole,
  context,
  request,
}) => {
  const first = await serveConsole();
  const address = await first.address();
  const { host, origin } = new URL(address);
  const own = await context.newPage();

  await test.step('a browser with a wrong token or with none is refused', async () => {
    for (const [path, code] of [
      ['/', 'sign-in-needed'],
      ['/?token=guessed', 'wrong-token'],
      ['/index.html', 'sign-in-needed'],
    ] as const) {
      await own.goto(`${origin}${path}`);
      await expect(own.getByText(code)).toBeVisible();
      await expect(own.getByText('Open the address that the console printed')).toBeVisible();
    }
  });

  await test.step('the printed address opens it in one browser only', async () => {
    await own.goto(address);
    await expectDemoSession(own, 0);
    expect(own.url()).not.toContain('token');
    const other = await request.get(address, { maxRedirects: 0 });
    expect(other.status()).toBe(403);
    expect(await other.text()).toContain('wrong-token');
  });

  await test.step('a page of another origin in the very browser that is signed in reaches nothing', async () => {
    await using site = await foreignSite();
    const page = await context.newPage();
    await page.goto(site.address);
    expect(await socketOpens(own, `ws://${host}/host`)).toBe(true);
    expect(await socketOpens(page, `ws://${host}/host`)).toBe(false);
    expect(await fetches(page, `${origin}/`)).toBe(false);
    expect(await isFramed(page, `${origin}/`)).toBe(false);
    await page.close();
    await expectDemoSession(own, 0);
  });

  await test.step('a page whose console was started again says which address to open', async () => {
    await first.stop();
    const banner = own.getByRole('alert').filter({ hasText: 'Disconnected from the host' });
    await expect(banner).toContainText('open the address that it printed then');
    const second = await serveConsole(undefined, Number(new URL(address).port));
    const next = await second.address();
    await banner.getByRole('button', { name: 'Connect now' }).click();
    await expect(banner).toContainText('does not know this page: open the address that it printed last');
    await own.goto(next);
    await expectDemoSession(own, 0);
  });
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
