import { expect, type Locator, type Page } from '@playwright/test';

/** What is decided about the servers of a package, by their names. */
export interface Decisions {
  readonly allow?: readonly string[];
  readonly leaveOut?: readonly string[];
}

/** The screen of installed packages, as an operator uses it. */
export class PackagesScreen {
  readonly page: Page;
  readonly table: Locator;
  readonly generations: Locator;
  readonly inspector: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Packages' });
    this.generations = page.getByRole('table', { name: 'Package generations' });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
  }

  /** Goes there from anywhere. */
  static async open(page: Page): Promise<PackagesScreen> {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Packages' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
    return new PackagesScreen(page);
  }

  /** The row of one version, `name version`. */
  row(title: string): Locator {
    return this.table.getByRole('row', { name: new RegExp(`^(└ )?${title} `) });
  }

  async openInstallDialog(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Install…' }).first().click();
    const dialog = this.page.getByRole('dialog', { name: 'Install a package' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /**
   * Opens the dialog that installs and stores a folder: one that the project suggests, by its name and version, or any
   * other, by its path. The dialog then shows what it would change.
   */
  async store(folder: string): Promise<Locator> {
    const dialog = await this.openInstallDialog();
    if (folder.startsWith('/')) await dialog.getByRole('textbox', { name: /folder/i }).fill(folder);
    else await dialog.getByRole('radio', { name: new RegExp(`^${folder} `) }).check();
    await dialog.getByRole('button', { name: 'Store and compare' }).click();
    return dialog;
  }

  /** Installs a folder, and closes the dialog when it is in force. */
  async install(folder: string, decisions: Decisions = {}): Promise<void> {
    const dialog = await this.store(folder);
    await this.confirm(dialog, decisions);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
  }

  /** Takes the package that is in force out of it. */
  /** Asks to remove a package. Returns the plan of that. */
  async openRemoval(name: string, version: string): Promise<Locator> {
    await this.row(`${name} ${version}`).getByRole('link').first().click();
    await this.inspector.getByRole('button', { name: 'Remove…' }).click();
    return this.page.getByRole('dialog', { name: `Remove ${name}?` }).getByRole('region', { name: 'Plan' });
  }

  /** Removes the package that was asked about. */
  async remove(name: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: `Remove ${name}?` });
    await dialog.getByRole('button', { name: `Remove ${name}` }).click();
    await expect(dialog).toBeHidden();
  }

  /** Decides about the servers, and puts in force what the dialog shows. */
  async confirm(dialog: Locator, { allow = [], leaveOut = [] }: Decisions): Promise<void> {
    for (const server of allow) await dialog.getByRole('button', { name: `Allow ${server}` }).click();
    for (const server of leaveOut) await dialog.getByRole('button', { name: `Leave ${server} out` }).click();
    await dialog.getByRole('button', { name: /^(Install|Upgrade|Downgrade|Replace) / }).click();
    await expect(dialog.getByRole('status')).toContainText('is in force in package generation');
  }
}
