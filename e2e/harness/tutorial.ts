import type { Page } from '@playwright/test';
import { CapabilitiesScreen } from './capabilities-screen.js';
import { expect } from './fixtures.js';
import { notebookServers } from './notebook-servers.js';
import { PackagesScreen } from './packages-screen.js';
import { takePicture } from './pictures.js';
import { RunsScreen } from './runs-screen.js';
import { expectDemoSession, openOverview } from './sessions.js';
import { TranscriptScreen } from './transcript-screen.js';

/** A console that somebody follows the tutorial in. */
export interface TutorialConsole {
  readonly page: Page;
  /** The process that everything else is below of. */
  readonly pid: number;
  /** Kills all of it at once, and starts it again over the same data. */
  restart(): Promise<TutorialConsole>;
}

/** The steps of `docs/tutorial.md`, each under its heading there. */
export class Tutorial {
  #console: TutorialConsole;
  /** Short names of the runs that wait: the one of the cutover, and the one that is cut off by the restart. */
  #held = '';
  #cut = '';

  constructor(console: TutorialConsole) {
    this.#console = console;
  }

  readonly steps: ReadonlyMap<string, () => Promise<void>> = new Map([
    ['1. Start', () => this.#start()],
    ['2. Install a package', () => this.#install()],
    ['3. Allow its server', () => this.#allow()],
    ['4. Apply a batch', () => this.#apply()],
    ['5. Start a run', () => this.#startRun()],
    ['6. Upgrade under it', () => this.#upgrade()],
    ['7. Compare the generations', () => this.#compare()],
    ['8. See old and new side by side', () => this.#sideBySide()],
    ['9. Let it end', () => this.#letItEnd()],
    ['10. Read a receipt with remarks', () => this.#readReceipt()],
    ['11. Cancel a batch', () => this.#cancelBatch()],
    ['12. See a rollback', () => this.#seeRollback()],
    ['13. Remove a package', () => this.#remove()],
    ['14. Kill it and start again', () => this.#killAndRestart()],
    ['15. Palette and keys', () => this.#paletteAndKeys()],
  ]);

  get #page(): Page {
    return this.#console.page;
  }

  get #installing() {
    return this.#page.getByRole('dialog', { name: 'Install a package' });
  }

  get #applying() {
    return this.#page.getByRole('dialog', { name: 'Apply a batch to demo' });
  }

  async #editions(): Promise<readonly string[]> {
    return (await notebookServers(this.#console.pid)).map(({ edition }) => edition);
  }

  async #start(): Promise<void> {
    await expect(this.#page.getByRole('region', { name: 'What needs a person' })).toContainText(
      'Nothing needs you.',
    );
    await expectDemoSession(this.#page, 0);
    expect(await this.#editions()).toEqual([]);
  }

  async #install(): Promise<void> {
    await this.#page.keyboard.press('g');
    await this.#page.keyboard.press('p');
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
    await expect(
      this.#page.getByText('Nothing is installed yet: install a package, then apply it to a session.'),
    ).toBeVisible();
    await this.#page.getByRole('button', { name: 'Install…' }).click();
    await expect(this.#installing.getByRole('radio')).toHaveCount(5);
    await expect(this.#installing.getByRole('radio', { name: /^field-notes 1\.0\.0 / })).toBeChecked();
    await this.#installing.getByRole('button', { name: 'Store and compare' }).click();
    await expect(this.#installing.getByRole('region', { name: 'Receipt' })).toContainText('3 loaded');
    const plan = this.#installing.getByRole('region', { name: 'Plan' });
    await expect(plan).toContainText('Package generation 0 → 1');
    for (const name of ['know-a-heron', 'take-notes', 'notebook']) {
      await expect(plan.getByRole('row').filter({ hasText: name })).toContainText('added');
    }
  }

  async #allow(): Promise<void> {
    const asked = this.#installing.getByRole('list', { name: 'Servers that want to be started' });
    await expect(asked).toContainText('notebook');
    await expect(asked).toContainText('waiting for you');
    await expect(asked).toContainText(/\$\{CHANGEOVER_NODE\}.*\$\{CHANGEOVER_DEMO_SERVER\}.*stdio/);
    await expect(asked).toContainText('FIELD_NOTES_EDITION=');
    await expect(asked).toContainText(/here: \/\S+ \/\S+\/index\.mjs stdio/);
    await asked.getByRole('button', { name: 'Allow notebook' }).click();
    await takePicture(this.#page, 'tutorial-install');
    await this.#installing.getByRole('button', { name: 'Install field-notes 1.0.0' }).click();
    await expect(this.#installing.getByRole('status')).toHaveText(
      'field-notes 1.0.0 is in force in package generation 1.',
    );
    expect(await this.#editions()).toEqual([]);
  }

  async #apply(): Promise<void> {
    await expect(this.#installing.getByRole('region', { name: 'Next step' })).toContainText(
      'Next: bring it to a session',
    );
    await this.#installing.getByRole('button', { name: 'Apply to demo…' }).click();
    const preview = this.#applying.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('Generation 0 → 1');
    await expect(preview).toContainText('No live run');
    await this.#applying.getByRole('button', { name: 'Apply as generation 1' }).click();
    await expect(this.#applying).toBeHidden();
    const screen = await CapabilitiesScreen.arrived(this.#page);
    await expect(screen.wave(1)).toHaveCount(3);
    await expect(screen.receipt).toContainText('Generation 0 → 1');
    await expect(screen.wave(1).and(this.#page.getByLabel('notebook, mcp, prepared'))).toBeVisible();
    await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, current/);
    expect(await this.#editions()).toEqual(['1.0.0, in pencil']);
  }

  async #startRun(): Promise<void> {
    const screen = await CapabilitiesScreen.open(this.#page);
    this.#held = await screen.startRun('Hold the notebook', 1);
    await expect(screen.inspector.getByRole('region', { name: 'State' })).toContainText(
      'waiting for you at hold',
    );
    await expect(screen.inspector.getByRole('region', { name: 'Last tool call' })).toContainText(
      '1.0.0, in pencil',
    );
    await expect(screen.thread(this.#held)).toHaveAccessibleName(
      `Run ${this.#held}, waiting for you, in generation 1`,
    );
  }

  async #upgrade(): Promise<void> {
    const packages = await PackagesScreen.open(this.#page);
    const dialog = await packages.store('field-notes 1.1.0');
    const plan = dialog.getByRole('region', { name: 'Plan' });
    await expect(plan).toContainText('field-notes 1.0.0 → 1.1.0');
    const row = (name: string) => plan.getByRole('row').filter({ hasText: name });
    await expect(row('note-the-weather')).toContainText('added');
    await expect(row('take-notes')).toContainText('changed');
    await expect(row('notebook')).toContainText('changed');
    await expect(plan).toContainText('1 unchanged');
    await expect(plan).toContainText('1 session keeps the old');
    const asked = dialog.getByRole('list', { name: 'Servers that want to be started' });
    await expect(asked).toContainText(/was with.*1\.0\.0, in pencil.*now with.*1\.1\.0, in ink/);
    await dialog.getByRole('button', { name: 'Allow notebook' }).click();
    await dialog.getByRole('button', { name: 'Upgrade field-notes 1.0.0 → 1.1.0' }).click();
    await dialog.getByRole('button', { name: 'Apply to demo…' }).click();
    await expect(this.#applying.getByRole('region', { name: 'Preview' })).toContainText('1 run stays pinned');
    await this.#applying.getByRole('button', { name: 'Apply as generation 2' }).click();
    await expect(this.#applying).toBeHidden();
    const screen = await CapabilitiesScreen.arrived(this.#page);
    await expect(screen.band(2)).toHaveAccessibleName(/^Generation 2, current/);
    await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, draining, 1 pin /);
    expect(await this.#editions()).toEqual(['1.0.0, in pencil', '1.1.0, in ink']);
    await takePicture(this.#page, 'cutover');
  }

  async #compare(): Promise<void> {
    const screen = await CapabilitiesScreen.open(this.#page);
    await screen.receipt.getByRole('button', { name: 'Compare' }).click();
    const comparison = this.#page.getByRole('region', { name: 'Generation 1 → 2' });
    const row = (name: string) => comparison.getByRole('row').filter({ hasText: name });
    await expect(row('note-the-weather')).toContainText('added');
    await expect(row('take-notes')).toContainText('replaced');
    await expect(row('notebook')).toContainText('replaced');
    await expect(comparison).toContainText('1 unchanged');
    const start = comparison.getByRole('table', { name: 'Start of notebook of field-notes 1.0.0 → 1.1.0' });
    await expect(start.getByRole('row', { name: /^FIELD_NOTES_EDITION/ })).toContainText(
      /1\.0\.0, in pencil.*1\.1\.0, in ink/,
    );
    await takePicture(this.#page, 'tutorial-compare');
    await comparison.getByRole('button', { name: 'JSON side by side' }).click();
    await expect(comparison).toContainText('"publicName": "field-notes:note-the-weather"');
    await this.#page.reload();
    await expect(comparison).toContainText('"publicName": "field-notes:note-the-weather"');
  }

  async #sideBySide(): Promise<void> {
    let runs = await RunsScreen.open(this.#page);
    const fresh = await runs.start('Look up a skill');
    await expect(runs.row(fresh)).toContainText('completed');
    await expect(runs.row(fresh)).toContainText('generation 2');
    await expect(runs.part('Answer')).toContainText('# Take notes, in ink');
    const transcript = await TranscriptScreen.open(this.#page, fresh);
    await expect(await transcript.result('search_skills')).toContainText('1.1.0');
    await expect(await transcript.result('Skill')).toContainText('# Take notes, in ink');

    runs = await RunsScreen.open(this.#page);
    this.#cut = await runs.start('Hold the notebook');
    await expect(runs.row(this.#cut)).toContainText('waiting for you');
    await expect(runs.row(this.#held)).toContainText('generation 1 · draining');
    await runs.inspector.getByRole('button', { name: 'Close inspector' }).click();
    await this.#page.getByRole('button', { name: 'Pin map' }).click();
    const map = this.#page.getByRole('region', { name: 'Pin map' });
    for (const [run, generation] of [
      [this.#held, 1],
      [this.#cut, 2],
    ] as const) {
      const name = `Run ${run}, waiting for you, holds generation ${generation}`;
      await expect(map.getByRole('link', { name })).toBeVisible();
    }
    await expect(map.getByRole('link', { name: 'Generation 1 of demo, draining, 1 pin' })).toBeVisible();
    await expect(map.getByRole('link', { name: 'Generation 2 of demo, current, 1 pin' })).toBeVisible();
    await expect(this.#page.getByText('1 run of 2 still holds an old generation')).toBeVisible();
    await takePicture(this.#page, 'tutorial-pins');
  }

  async #letItEnd(): Promise<void> {
    const runs = await RunsScreen.open(this.#page);
    await this.#page.getByRole('button', { name: 'Table' }).click();
    await runs.select(this.#held);
    await runs.inspector.getByRole('button', { name: 'Continue run' }).click();
    await expect(runs.row(this.#held)).toContainText('completed');
    const transcript = await TranscriptScreen.open(this.#page, this.#held);
    await expect(await transcript.result('Skill')).toContainText('# Take notes, in pencil');
    await expect(await transcript.result('get-env')).toContainText('1.0.0, in pencil');
    await expect(transcript.steps).not.toContainText('in ink');

    const screen = await CapabilitiesScreen.open(this.#page);
    await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, retired/);
    await expect(screen.band(2)).toHaveAccessibleName(/^Generation 2, current/);
    await screen.select(1);
    await expect(screen.inspector.getByRole('region', { name: 'State' })).toContainText('effects closed1');
    expect(await this.#editions()).toEqual(['1.1.0, in ink']);
  }

  async #readReceipt(): Promise<void> {
    const packages = await PackagesScreen.open(this.#page);
    const dialog = await packages.store('millers-almanac 1.0.0');
    const receipt = dialog.getByRole('region', { name: 'Receipt' });
    await expect(receipt).toContainText('2 loaded');
    await expect(receipt).toContainText('3 with remarks');
    await expect(receipt).toContainText('3 skipped');
    const item = (name: string) => receipt.getByRole('listitem').filter({ hasText: name });
    await expect(item('feed-the-cat')).toContainText('A skill needs a description.');
    await expect(item('feed-the-cat')).toContainText('skills/feed-the-cat/SKILL.md:3');
    await expect(item('Rules of the Wheel')).toContainText('loaded, with remarks');
    await expect(item('village-bell')).toContainText('over HTTP');
    await takePicture(this.#page, 'tutorial-receipt');
    await packages.confirm(dialog, {});
    await dialog.getByRole('button', { name: 'Done' }).click();
    await packages.row('millers-almanac 1.0.0').getByRole('link').click();
    const whole = (name: string) => packages.inspector.getByRole('listitem').filter({ hasText: name });
    await expect(whole('when-it-floods')).toContainText('skills/when-it-floods/SKILL.md:3');
    await expect(whole('miller agent')).toContainText('loaded');
  }

  async #cancelBatch(): Promise<void> {
    const packages = await PackagesScreen.open(this.#page);
    const dialog = await packages.store('heron-watch 1.0.0');
    await packages.confirm(dialog, { allow: ['hide'] });
    await dialog.getByRole('button', { name: 'Apply to demo…' }).click();
    await expect(this.#applying.getByRole('checkbox', { name: 'field-notes 1.1.0' })).toBeChecked();
    await expect(this.#applying.getByRole('checkbox', { name: 'heron-watch 1.0.0' })).toBeChecked();
    await this.#applying.getByRole('button', { name: 'Apply as generation 3' }).click();
    await expect(this.#applying).toBeHidden();
    const screen = await CapabilitiesScreen.arrived(this.#page);
    await expect(screen.wave(1).and(this.#page.getByLabel('notebook, mcp, prepared'))).toBeVisible();
    await expect(screen.wave(1).and(this.#page.getByLabel('hide, mcp, preparing'))).toBeVisible();
    await this.#page.getByRole('button', { name: 'Cancel batch' }).click();
    await expect(screen.wave(1).and(this.#page.getByLabel('hide, mcp, cancelled'))).toBeVisible();
    await expect(screen.wave(1).and(this.#page.getByLabel('notebook, mcp, rolled back'))).toBeVisible();
    await expect(this.#page.getByRole('region', { name: 'Rollback report' })).toContainText(
      'nothing was published',
    );
    await openOverview(this.#page);
    const needs = this.#page.getByRole('list', { name: 'What needs a person' }).getByRole('listitem');
    await expect(needs).toHaveCount(1);
    await expect(needs).toContainText(`Run ${this.#cut} waits at hold`);
  }

  async #seeRollback(): Promise<void> {
    const packages = await PackagesScreen.open(this.#page);
    const dialog = await packages.store('mill-gauge 1.0.0');
    await packages.confirm(dialog, { allow: ['wheel', 'gauge'] });
    await dialog.getByRole('button', { name: 'Apply to demo…' }).click();
    await this.#applying.getByRole('button', { name: 'Apply as generation 3' }).click();
    await expect(this.#applying).toBeHidden();
    const screen = await CapabilitiesScreen.arrived(this.#page);
    const failed = screen.wave(1).and(this.#page.getByLabel('gauge, mcp, failed'));
    await expect(failed).toContainText('server-exited');
    await expect(failed).toContainText('the gauge has no float');
    await expect(screen.wave(1).and(this.#page.getByLabel('wheel, mcp, rolled back'))).toBeVisible();
    await expect(this.#page.getByRole('region', { name: 'Rollback report' })).toContainText(
      'nothing was published',
    );
    await takePicture(this.#page, 'tutorial-rollback');
    await openOverview(this.#page);
    await expect(this.#page.getByRole('list', { name: 'What needs a person' })).toContainText(
      'Batch failed: generation 3 of demo',
    );
  }

  async #remove(): Promise<void> {
    const packages = await PackagesScreen.open(this.#page);
    for (const name of ['mill-gauge', 'heron-watch']) {
      const plan = await packages.openRemoval(name, '1.0.0');
      if (name === 'mill-gauge') await expect(plan).toContainText('content deletedfield-notes 1.0.0');
      await packages.remove(name);
      await expect(packages.row(`${name} 1.0.0`)).toContainText('kept');
    }
    await expect(packages.generations.getByRole('row', { name: /^Generation 7 / })).toContainText(
      'heron-watch',
    );
    await this.#page.keyboard.press('g');
    await this.#page.keyboard.press('a');
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    await expect(this.#page.getByRole('table', { name: 'Activity' })).toContainText('package.apply');
  }

  async #killAndRestart(): Promise<void> {
    this.#console = await this.#console.restart();
    await expectDemoSession(this.#page, 2);
    await expect(this.#page.getByRole('list', { name: 'What needs a person' })).toContainText(
      'Batch failed: generation 3 of demo',
    );
    const screen = await CapabilitiesScreen.open(this.#page);
    await expect(screen.band(2)).toHaveAccessibleName(/^Generation 2, current/);
    await expect.poll(() => this.#editions()).toEqual(['1.1.0, in ink']);
    const runs = await RunsScreen.open(this.#page);
    await expect(runs.table.getByRole('row')).toHaveCount(4);
    await expect(runs.row(this.#cut)).toContainText('failed');
    await expect(runs.row(this.#cut)).toContainText('generation 2');
    await runs.select(this.#cut);
    await expect(runs.part('Error')).toContainText('interrupted');
    await expect(runs.row(this.#held)).toContainText('completed');
    await this.#page.keyboard.press('g');
    await this.#page.keyboard.press('a');
    await expect(this.#page.getByRole('table', { name: 'Activity' })).toContainText('generation.republish');
  }

  async #paletteAndKeys(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+k');
    const palette = this.#page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox').fill(this.#held);
    await expect(palette.getByRole('option').first()).toContainText(this.#held);
    await this.#page.keyboard.press('Enter');
    await expect(this.#page.getByRole('heading', { name: `Run ${this.#held}` }).first()).toBeVisible();
    await this.#page.keyboard.press('?');
    const sheet = this.#page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toContainText('Go to Packages');
    await this.#page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await this.#page.keyboard.press('g');
    await this.#page.keyboard.press('c');
    await expect(this.#page.getByRole('heading', { level: 1, name: 'demo' })).toBeVisible();
    await this.#page.keyboard.press('t');
    await expect(this.#page.getByRole('table', { name: 'Generations' })).toBeVisible();
  }
}
