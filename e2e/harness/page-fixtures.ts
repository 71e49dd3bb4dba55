import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect } from './fixtures.js';
import { filesBelow, InstalledPackage, type PackedName } from './installed-package.js';
import { bundlePages, type PageBundle } from './page-bundle.js';
import { PageFaults } from './page-faults.js';
import { PageSite } from './page-site.js';
import { sandboxedProfile } from './sandboxed-browser.js';
import { scratchFolder } from './scratch-folder.js';

interface PageFixtures {
  /** The pages of the project under an origin of the test's own, so that nothing is kept there yet. */
  readonly site: PageSite;
  /** Opens a page of the site. At the end of the test each is closed, and none may have complained of anything. */
  readonly openPage: (path?: string) => Promise<Page>;
}

interface PageWorkerFixtures {
  /** The package whose pages these are. */
  readonly packageName: PackedName;
  /** The content policy under which they are published: what the README says is enough. */
  readonly policy: string;
  readonly bundle: PageBundle;
  /** A browser that keeps what pages store on the disk. */
  readonly profile: BrowserContext;
}

export const test = base.extend<PageFixtures, PageWorkerFixtures>({
  packageName: ['storage-kit', { option: true, scope: 'worker' }],

  policy: ["default-src 'none'", { option: true, scope: 'worker' }],

  bundle: [
    async ({ environment, packageName }, use) => {
      const root = `${new InstalledPackage(environment, packageName).folder}/page`;
      const pages = (await filesBelow(root)).filter((name) => name.endsWith('.html'));
      const folder = await scratchFolder(environment, 'pages');
      await use(await bundlePages(root, pages, folder));
    },
    { scope: 'worker' },
  ],

  profile: [
    async ({ environment }, use) => {
      const profile = await sandboxedProfile(environment, await scratchFolder(environment, 'profile'));
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],

  site: async ({ bundle, policy }, use) => {
    await using site = await PageSite.publish(bundle.folder, policy);
    await use(site);
  },

  openPage: async ({ profile, site }, use) => {
    const faults = new PageFaults();
    const opened: Page[] = [];
    await use(async (path = '/') => {
      const page = await profile.newPage();
      opened.push(page);
      faults.watch(page);
      await page.goto(`${site.origin}${path}`);
      return page;
    });
    await Promise.all(opened.map((page) => page.close()));
    expect(faults.all).toEqual([]);
  },
});
