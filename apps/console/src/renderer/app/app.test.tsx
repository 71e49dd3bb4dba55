import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  aBatch,
  aCapability,
  aFinishedRun,
  aGeneration,
  anError,
  aRun,
  aSession,
  aState,
} from '../test-state/builders.js';
import { aCatalogEntry } from '../test-state/catalog-builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { anInstalledRegistry, aPackageVersion, aStoredPackage } from '../test-state/package-builders.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';

afterEach(clearConsole);

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const click = (element: HTMLElement): void => {
  fireEvent.click(element);
};
const newer = aPackageVersion({ version: '2.0.0', digest: digestOf(1) });
const waiting = aRun({ id: 'r-wait', waitingFor: 'go-on' });
const state = aState({
  registry: anInstalledRegistry([aStoredPackage(newer)]),
  sessions: [aSession()],
  generations: [aGeneration({ pins: 1, packages: [aPackageVersion()] })],
  runs: [waiting, aFinishedRun({ id: 'r-done', prompt: 'Add two numbers' })],
  runCount: 2,
});
const preview = {
  base: { generation: 1, digest: digestOf(1) },
  target: { generation: 2, digest: digestOf(2) },
  packageGeneration: 1,
  packages: [newer],
  undecided: [],
  refused: [],
  waves: [['everything:mcp:everything'], ['everything:tool:echo']],
  changes: [
    {
      change: 'replaced',
      id: 'everything:tool:echo',
      kind: 'tool',
      publicName: 'echo',
      from: aCatalogEntry({ surfaceDigest: digestOf(1) }),
      to: aCatalogEntry({ surfaceDigest: digestOf(2) }),
    },
  ],
  unchanged: 3,
  pinnedRuns: ['r-wait'],
};

describe('the console’s page', () => {
  it('says why a host cannot serve, what to do, and offers to try again', async () => {
    const { host } = await renderConsole(state, '/overview', (fake) => {
      fake.answersHello = false;
    });
    host.say({
      type: 'unavailable',
      error: anError({ code: 'store-locked', message: 'It is open elsewhere.' }),
    });
    expect(await screen.findByRole('heading', { name: 'The console cannot be used now' })).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('It is open elsewhere.');
    expect(button('Copy error')).toBeDefined();
    host.answersHello = true;
    click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeDefined();
  });

  it('keeps showing what it knew when the host goes away, and offers no action on it', async () => {
    const { tell } = await renderConsole(state, '/capabilities/demo');
    await tell((host) => {
      host.refusal = new Error('The host cannot be reached');
      host.goAway();
    });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toMatch(/^Disconnected from the host.* Trying again in .* \(attempt \d+\)/);
    expect(screen.getByRole('heading', { name: 'demo' })).toBeDefined();
    expect(button('Apply batch…').hasAttribute('disabled')).toBe(true);
    // What changes all the time is not read out all the time.
    const seen = [...alert.querySelectorAll('[aria-hidden]')].map((part) => part.textContent);
    expect(seen).toContainEqual(expect.stringMatching(/^ in \d/));
  });

  it('leads from what needs a person to where it is settled', async () => {
    const { host } = await renderConsole(state, '/overview');
    const list = screen.getByRole('list', { name: 'What needs a person' });
    click(within(list).getByRole('link', { name: /Run r-wait waits at go-on/ }));
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    click(within(inspector).getByRole('button', { name: 'Continue run' }));
    expect(host.request('run.continue').params).toEqual({ run: 'r-wait', label: 'go-on' });
    host.refuse('run.continue', anError({ code: 'run-not-waiting' }));
    expect((await within(inspector).findByRole('alert')).textContent).toContain('run-not-waiting');
  });

  it('goes from nothing to a session by its one action', async () => {
    const { host, tell, history } = await renderConsole(aState(), '/capabilities');
    click(button('New session…'));
    const name = screen.getByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'My demo' } });
    expect(button('Create session')).toHaveProperty('disabled', true);
    expect(screen.getByText(/^1 to 64 lower-case letters/)).toBeDefined();
    fireEvent.change(name, { target: { value: ' demo ' } });
    click(button('Create session'));
    expect(host.request('session.create').params).toEqual({ id: 'demo' });
    await tell(() => {
      host.event({ type: 'session', session: aSession() });
      host.answer('session.create', { id: 'demo' });
    });
    expect(await screen.findByRole('heading', { name: 'demo' })).toBeDefined();
    expect(screen.getByText(/^Generation 0 holds nothing/)).toBeDefined();
    expect(document.title).toBe('demo · Capabilities · Changeover');
    expect(history.location.pathname).toBe('/capabilities/demo');
  });
});

describe('applying a batch', () => {
  it('previews the choice, applies it, and hands over to the wave board', async () => {
    const { host, tell } = await renderConsole(state, '/capabilities/demo');
    click(button('Apply batch…'));
    const dialog = await screen.findByRole('dialog', { name: 'Apply a batch to demo' });
    expect(within(dialog).getByRole('checkbox', { name: /everything 2\.0\.0/ })).toHaveProperty(
      'checked',
      true,
    );
    await waitFor(() =>
      expect(host.request('batch.preview').params).toEqual({
        session: 'demo',
        packageGeneration: 1,
        packages: ['everything'],
      }),
    );
    host.answer('batch.preview', preview);
    const shown = await within(dialog).findByRole('region', { name: 'Preview' });
    expect(shown.textContent).toContain('Generation 1 → 2');
    expect(shown.textContent).toContain('1 run stays pinned');
    expect(within(shown).getByRole('row', { name: /replaced echo tool/ })).toBeDefined();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'newer' } });
    click(within(dialog).getByRole('button', { name: 'Apply as generation 2' }));
    expect(host.request('batch.apply').params).toEqual({
      session: 'demo',
      packageGeneration: 1,
      packages: ['everything'],
      reason: 'newer',
    });
    await tell(() => host.event({ type: 'batch', batch: aBatch() }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const board = screen.getByRole('region', { name: 'Batch for generation 2' });
    expect(within(board).getByRole('listitem', { name: 'echo, tool, prepared' })).toBeDefined();
    click(within(board).getByRole('button', { name: 'Cancel batch' }));
    expect(host.request('batch.cancel').params).toEqual({ session: 'demo', batch: 'b-1' });
  });

  it('shows a refusal where the batch was asked for', async () => {
    const { host } = await renderConsole(state, '/capabilities/demo');
    click(button('Apply batch…'));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => host.request('batch.preview'));
    host.answer('batch.preview', preview);
    click(await within(dialog).findByRole('button', { name: 'Apply as generation 2' }));
    host.refuse('batch.apply', anError({ code: 'name-conflict', message: 'Two tools are named echo.' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Two tools are named echo.');
  });

  it('calls a republication that, and compares it with nothing', async () => {
    const { tell } = await renderConsole(state, '/capabilities/demo');
    const committed = { generation: 1, digest: digestOf(1) };
    const receipt = { previous: { generation: 0, digest: digestOf(0) }, committed };
    const batch = aBatch({
      isRepublication: true,
      state: 'committed',
      endedAt: Date.now(),
      target: committed,
      receipt,
    });
    await tell((host) => host.event({ type: 'batch', batch }));
    const board = screen.getByRole('region', { name: 'Generation 1, published again from the store' });
    const shown = within(board).getByRole('region', { name: 'Receipt' });
    expect(shown.textContent).toContain('Generation 1 again');
    expect(within(shown).queryByRole('button', { name: 'Compare' })).toBeNull();
  });

  it('shows the receipt of a commit, marks the cutover, and announces it', async () => {
    const { tell } = await renderConsole(state, '/capabilities/demo');
    const stamp = { generation: 2, digest: digestOf(2) };
    await tell((host) => {
      host.event({
        type: 'batch',
        batch: aBatch({
          state: 'committed',
          endedAt: Date.now(),
          receipt: { previous: { generation: 1, digest: digestOf(1) }, committed: stamp },
        }),
      });
      host.event({ type: 'session', session: aSession({ stamp }) });
      host.event({ type: 'generation', generation: aGeneration({ state: 'draining', pins: 1 }) });
      host.event({ type: 'generation', generation: aGeneration({ generation: 2, publishedAt: Date.now() }) });
    });
    expect(screen.getByRole('region', { name: 'Receipt' }).textContent).toContain('Generation 1 → 2');
    expect(screen.getByRole('status', { name: 'Cutover' }).textContent).toBe(
      'Generation 2 is current in demo',
    );
    const timeline = screen.getByRole('group', { name: 'Generation timeline' });
    expect(within(timeline).getByRole('button', { name: /^Generation 1, draining, 1 pin/ })).toBeDefined();
    expect(
      within(timeline).getByRole('button', { name: 'Run r-wait, waiting for you, pinned to generation 1' }),
    ).toBeDefined();
    click(button('Show as table'));
    const row = await screen.findByRole('row', { name: /^Generation 2 current/ });
    expect(within(row).getByTitle(digestOf(2))).toBeDefined();
  });

  it('says at the capability why a batch failed, and that nothing was published', async () => {
    const error = anError({ message: 'its server ended at once' });
    const failed = aBatch({
      state: 'rolled-back',
      endedAt: Date.now(),
      waves: [
        [
          aCapability({ state: 'failed', error }),
          aCapability({ id: 'b', publicName: 'sum', state: 'rolled-back' }),
        ],
      ],
      error,
      rollback: {
        rollbackBatches: 1,
        retiredBatches: 0,
        effectsClosed: 2,
        effectsFailed: 1,
        effectsTimedOut: 0,
        at: Date.now(),
        failures: [],
      },
    });
    await renderConsole({ ...state, batches: [failed] }, '/capabilities/demo');
    const row = screen.getByRole('listitem', { name: 'echo, tool, failed' });
    expect(row.textContent).toContain('its server ended at once');
    const report = screen.getByRole('region', { name: 'Rollback report' });
    expect(report.textContent).toContain('rollback incomplete');
    expect(report.textContent).toContain('nothing was published');
  });
});

describe('a batch that somebody took back', () => {
  it('is cancelled and undone, without an error, and needs nobody', async () => {
    const cancelled = aBatch({
      state: 'cancelled',
      endedAt: Date.now(),
      waves: [[aCapability({ state: 'cancelled', error: anError({ code: 'cancelled' }) })]],
      error: anError({ code: 'batch-cancelled' }),
    });
    const { tell } = await renderConsole({ ...state, runs: [], batches: [cancelled] }, '/capabilities/demo');
    expect(screen.getByRole('listitem', { name: 'echo, tool, cancelled' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('region', { name: 'Rollback report' }).textContent).toContain('rolled back');
    await tell(() => fireEvent.click(screen.getByRole('link', { name: 'Overview' })));
    expect(screen.getByText('Nothing needs you.')).toBeDefined();
  });
});

describe('the host’s indicator', () => {
  it('tells how long the host takes to answer, once it has answered', async () => {
    const { tell } = await renderConsole(state, '/overview');
    expect(screen.getByRole('status', { name: 'Host' }).textContent).toBe('live, saved');
    expect(screen.queryByText(/The host answers in/)).toBeNull();
    await tell((host) => host.answer('host.ping', {}));
    expect(screen.getByText(/^The host answers in \d+ ms$/)).toBeDefined();
  });
});

describe('runs', () => {
  it('filters by text and status, keeps both in the address, and says n of m', async () => {
    const { history } = await renderConsole(state, '/runs');
    const table = screen.getByRole('table', { name: 'Runs' });
    await within(table).findByRole('row', { name: /r-done/ });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter runs' }), {
      target: { value: 'two numbers' },
    });
    expect(await screen.findByText('1 of 2, filtered')).toBeDefined();
    expect(history.location.search).toContain('filter=two');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter runs' }), { target: { value: '' } });
    click(button('Live'));
    await waitFor(() => expect(screen.queryByRole('row', { name: /r-done/ })).toBeNull());
    expect(history.location.search).toContain('status=live');
  });

  it('shows with each run the generation that it effectively uses', async () => {
    await renderConsole(state, '/runs');
    const row = await screen.findByRole('row', { name: /r-wait/ });
    for (const text of ['waiting for you', 'generation 1 · current', 'held'])
      expect(row.textContent).toContain(text);
  });

  it('sorts by a column, and back', async () => {
    const { history } = await renderConsole(state, '/runs');
    const ids = (): readonly (string | undefined)[] =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => /r-(wait|done)/.exec(row.textContent ?? '')?.[0]);
    await waitFor(() => expect(ids()).toEqual(['r-wait', 'r-done']));
    click(button('Run'));
    await waitFor(() => expect(ids()).toEqual(['r-done', 'r-wait']));
    expect(screen.getByRole('columnheader', { name: 'Run' }).getAttribute('aria-sort')).toBe('ascending');
    expect(history.location.search).toContain('sort=run');
  });

  it('keeps only the rows in view in the document, of however many', async () => {
    const runs = Array.from({ length: 1_000 }, (_, index) => aFinishedRun({ id: `r-${index}` }));
    await renderConsole({ ...state, runs, runCount: 10_000 }, '/runs');
    expect(screen.getByText('1,000 of 10,000')).toBeDefined();
    await screen.findByRole('row', { name: /r-19 / });
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    expect(screen.getByRole('table', { name: 'Runs' }).getAttribute('aria-rowcount')).toBe('1001');
  });

  it('starts one with the words of its rehearsal, and selects it', async () => {
    const { host, history, tell } = await renderConsole(state, '/runs');
    click(button('Start run…'));
    const dialog = await screen.findByRole('dialog', { name: 'Start a run' });
    expect(dialog.textContent).toContain('will be pinned to');
    click(within(dialog).getByRole('radio', { name: /Add two numbers/ }));
    click(within(dialog).getByRole('button', { name: 'Start run' }));
    expect(host.request('run.start').params).toEqual({
      session: 'demo',
      rehearsal: 'sum',
      prompt: 'What is 17 plus 25?',
    });
    await tell(() => host.answer('run.start', { run: 'r-new', generation: 1 }));
    await waitFor(() => expect(history.location.search).toContain('select=run%3Ar-new'));
  });

  it('asks before it cancels one', async () => {
    const { host } = await renderConsole(state, '/runs?select=run:r-wait');
    click(await screen.findByRole('button', { name: 'Cancel run…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel run r-wait?' });
    click(within(dialog).getByRole('button', { name: 'Cancel run' }));
    expect(host.request('run.cancel').params).toEqual({ run: 'r-wait' });
  });
});

it('closes a session only when its name was typed', async () => {
  const { host } = await renderConsole(state, '/capabilities/demo');
  click(button('Close session…'));
  const dialog = await screen.findByRole('dialog', { name: 'Close session demo?' });
  expect(dialog.textContent).toContain('1 live run will be cancelled');
  const close = within(dialog).getByRole('button', { name: 'Close session' });
  expect(close.hasAttribute('disabled')).toBe(true);
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Type the session/ }), {
    target: { value: 'demo' },
  });
  click(close);
  expect(host.request('session.close').params).toEqual({ id: 'demo', reason: null });
});
