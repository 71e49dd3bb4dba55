import { expect, type Locator, type Page } from '@playwright/test';

/** The screen of one run's transcript, as an operator uses it. */
export class TranscriptScreen {
  readonly page: Page;
  readonly steps: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.steps = page.getByRole('list', { name: 'Transcript' });
  }

  /** Goes there from wherever the inspector shows the run, by its short name. */
  static async open(page: Page, run: string): Promise<TranscriptScreen> {
    await page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('link', { name: 'Open transcript' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: `Run ${run}` })).toBeVisible();
    const screen = new TranscriptScreen(page);
    await expect(screen.steps).toBeVisible();
    return screen;
  }

  /** The newest call of a tool that is in view, by the tool's own name. */
  call(tool: string): Locator {
    const named = this.page.getByRole('button', { name: tool });
    return this.steps.getByRole('listitem').filter({ has: named }).last();
  }

  /** Opens a call, and gives its result or its error. */
  async result(tool: string): Promise<Locator> {
    const call = this.call(tool);
    await call.getByRole('button', { name: tool, expanded: false }).click();
    return call.getByRole('group', { name: /^(Result|Error)$/ });
  }
}
