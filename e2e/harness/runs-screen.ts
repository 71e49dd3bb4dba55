import { expect, type Locator, type Page } from '@playwright/test';

/** The screen of runs and pins, as an operator uses it. */
export class RunsScreen {
  readonly page: Page;
  readonly table: Locator;
  readonly inspector: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Runs' });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
  }

  /** Goes there from anywhere. */
  static async open(page: Page): Promise<RunsScreen> {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Runs & pins' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Runs & pins' })).toBeVisible();
    return new RunsScreen(page);
  }

  row(run: string): Locator {
    return this.table.getByRole('row', { name: new RegExp(`^${run} `) });
  }

  /** The part of the inspector with this heading. */
  part(title: string): Locator {
    return this.inspector.getByRole('region', { name: title });
  }

  /** Starts a rehearsal, and leaves the inspector at its run. Gives the run's short name. */
  async start(rehearsal: string): Promise<string> {
    const close = this.inspector.getByRole('button', { name: 'Close inspector' });
    if (await close.isVisible()) await close.click();
    await expect(this.inspector).toBeHidden();
    await this.page.getByRole('button', { name: 'Start run…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Start a run' });
    await dialog.getByRole('radio', { name: rehearsal }).check();
    await dialog.getByRole('button', { name: 'Start run' }).click();
    const heading = this.inspector.getByRole('heading', { level: 2 });
    await expect(heading).toHaveText(/^Run [0-9a-f]{8}$/);
    return ((await heading.textContent()) ?? '').slice('Run '.length);
  }

  async select(run: string): Promise<void> {
    await this.row(run).getByRole('link', { name: run }).click();
    await expect(this.inspector.getByRole('heading', { level: 2 })).toHaveText(`Run ${run}`);
  }
}
