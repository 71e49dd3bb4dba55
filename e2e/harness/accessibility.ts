import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What a theme can spoil. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Asserts that axe finds nothing to object to on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFinding(axe(page));
}

/** Asserts that in light, and in dark what depends on colours. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFinding(axe(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFinding(axe(page).withRules(RULES_OF_COLOUR));
}

/** The default mode opens a page of its own for the analysis, which an application refuses. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true);
}

async function expectNoFinding(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(findings).toEqual([]);
}
