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

/**
 * Asserts that in light, and in dark what depends on colours.
 *
 * @param part selects what is looked at; all of the page when absent
 */
export async function expectAccessibleInBothThemes(page: Page, part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFinding(page, {}, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFinding(page, RULES_OF_COLOUR, part);
}

async function expectNoFinding(page: Page, options: RunOptions, part = 'html'): Promise<void> {
  const { violations } = await analyse(page, part, options);
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(findings).toEqual([]);
}

/** The page has no frames, so axe needs no page of its own to look into them, which an application refuses. */
async function analyse(page: Page, part: string, options: RunOptions): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const wanted = { ...options, resultTypes: ['violations' as const] };
  return page.evaluate(
    (asked) => {
      const injected: typeof axe = Reflect.get(globalThis, 'axe');
      return injected.run(asked.part, asked.wanted);
    },
    { part, wanted },
  );
}
