import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** What a theme can spoil. */
const RULES_OF_COLOUR: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Asserts that axe finds nothing to object to on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFinding(page, {});
}

/** Asserts that in light, and in dark what depends on colours. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFinding(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFinding(page, RULES_OF_COLOUR);
}

async function expectNoFinding(page: Page, options: RunOptions): Promise<void> {
  const { violations } = await analyse(page, options);
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(findings).toEqual([]);
}

/** The page has no frames, so axe needs no page of its own to look into them, which an application refuses. */
async function analyse(page: Page, options: RunOptions): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    (wanted) => {
      const injected: typeof axe = Reflect.get(globalThis, 'axe');
      return injected.run(wanted);
    },
    { ...options, resultTypes: ['violations' as const] },
  );
}
