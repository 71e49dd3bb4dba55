import { expect, type Locator, type Page } from '@playwright/test';

const GENERATION_COLUMNS = [
  'Generation',
  'State',
  'Digest',
  'Published',
  'Cause',
  'Retired',
  'Pins',
  'Capabilities',
] as const;

export type GenerationColumn = (typeof GENERATION_COLUMNS)[number];

/** Which packages a batch is made of, each as `name version`. */
export interface BatchChoice {
  /** Beside those that the dialog proposes. */
  readonly tick?: readonly string[];
  /** Instead of those that the dialog proposes. */
  readonly only?: readonly string[];
}

/** The screen of one session's capabilities, as an operator uses it. */
export class CapabilitiesScreen {
  readonly page: Page;
  readonly timeline: Locator;
  readonly generations: Locator;
  readonly receipt: Locator;
  readonly inspector: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.timeline = page.getByRole('group', { name: 'Generation timeline' });
    this.generations = page.getByRole('table', { name: 'Generations' });
    this.receipt = page.getByRole('region', { name: 'Receipt' });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
  }

  /** Goes from anywhere to the session. */
  static async open(page: Page, session = 'demo'): Promise<CapabilitiesScreen> {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('table', { name: 'Sessions' }).getByRole('link', { name: session }).click();
    await expect(page.getByRole('heading', { level: 1, name: session })).toBeVisible();
    return new CapabilitiesScreen(page);
  }

  /** Where something that was done elsewhere has led to the session. */
  static async arrived(page: Page, session = 'demo'): Promise<CapabilitiesScreen> {
    await expect(page.getByRole('heading', { level: 1, name: session })).toBeVisible();
    return new CapabilitiesScreen(page);
  }

  /** The generation's band on the timeline. */
  band(generation: number): Locator {
    return this.timeline.getByRole('button', { name: new RegExp(`^Generation ${generation},`) });
  }

  /** Shows a generation in the inspector: by keyboard, since threads of runs lie over its band. */
  async select(generation: number): Promise<void> {
    await this.band(generation).press('Enter');
    await expect(this.inspector.getByRole('heading', { level: 2 })).toHaveText(`Generation ${generation}`);
  }

  /** The run's thread on the timeline. */
  thread(run: string): Locator {
    return this.timeline.getByRole('button', { name: new RegExp(`^Run ${run},`) });
  }

  /** The generation's row in the table twin. */
  row(generation: number): Locator {
    return this.generations.getByRole('row', { name: new RegExp(`^Generation ${generation} `) });
  }

  /** What the table twin says of a generation under one of its column's heads. */
  cell(generation: number, column: GenerationColumn): Locator {
    return this.row(generation).getByRole('cell').nth(GENERATION_COLUMNS.indexOf(column));
  }

  async showTable(): Promise<void> {
    await this.page.getByRole('button', { name: 'Show as table' }).click();
    await expect(this.generations.getByRole('columnheader')).toHaveText([...GENERATION_COLUMNS]);
  }

  async showTimeline(): Promise<void> {
    await this.page.getByRole('button', { name: 'Show as timeline' }).click();
    await expect(this.timeline).toBeVisible();
  }

  /** Capabilities of a wave, each as its name, kind and state. */
  wave(number: number): Locator {
    return this.page.getByRole('list', { name: `Wave ${number}` }).getByRole('listitem');
  }

  /** Starts a rehearsal, and leaves the inspector at its run. Gives the run's short name. */
  async startRun(rehearsal: string, generation: number): Promise<string> {
    await this.page.getByRole('button', { name: 'Start run…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Start a run' });
    await expect(dialog).toContainText(new RegExp(`will be pinned to\\s*generation ${generation}`));
    await dialog.getByRole('radio', { name: rehearsal }).check();
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await expect(dialog).toBeHidden();
    const heading = this.inspector.getByRole('heading', { level: 2, name: /^Run [0-9a-f]{8}$/ });
    return ((await heading.textContent()) ?? '').slice('Run '.length);
  }

  async openBatchDialog(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Apply batch…' }).first().click();
    const dialog = this.page.getByRole('dialog', { name: /^Apply a batch to / });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** Begins a batch of what is ticked, and leaves it at the board that shows it. */
  async beginBatch(generation: number, { tick = [], only }: BatchChoice = {}): Promise<void> {
    const dialog = await this.openBatchDialog();
    if (only !== undefined) {
      const ticked = dialog.getByRole('checkbox', { checked: true });
      while ((await ticked.count()) > 0) await ticked.first().uncheck();
    }
    for (const title of only ?? tick) await dialog.getByRole('checkbox', { name: title }).check();
    await dialog.getByRole('button', { name: `Apply as generation ${generation}` }).click();
    await expect(dialog).toBeHidden();
  }

  /** Applies a batch of what is ticked, and waits for the receipt. */
  async apply(generation: number, choice: BatchChoice = {}): Promise<void> {
    await this.beginBatch(generation, choice);
    await expect(this.receipt).toContainText(`→ ${generation}`);
  }
}
