import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { aFinishedRun, aGeneration, aRun, aSession, aState } from '../test-state/builders.js';
import { aCatalog } from '../test-state/catalog-builders.js';
import type { FakeHost } from '../test-state/fake-host.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';

afterEach(clearConsole);

const state = aState({
  sessions: [aSession()],
  generations: [aGeneration({ pins: 1 })],
  runs: [aRun({ id: 'r-wait', waitingFor: 'go-on' }), aFinishedRun({ id: 'r-done' })],
  runCount: 2,
});
const answersCatalog = (host: FakeHost): void => {
  host.answers.set('catalog.read', () => aCatalog());
};

const press = (
  key: string,
  target: Element = document.activeElement ?? document.body,
  more: KeyboardEventInit = {},
): void => {
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key;
  fireEvent.keyDown(target, { key, code, ...more });
  fireEvent.keyUp(target, { key, code, ...more });
};
const focused = (): string | undefined => document.activeElement?.textContent ?? undefined;

describe('keyboard', () => {
  it('goes from screen to screen with two keys, and is quiet while somebody types', async () => {
    await renderConsole(state, '/overview');
    press('g');
    press('r');
    const filter = await screen.findByRole('searchbox', { name: 'Filter runs' });
    press('g', filter);
    press('o', filter);
    press('?', filter);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Runs & pins' })).toBeDefined();
  });

  it('walks through the rows of a table, and Enter opens the one it stands on', async () => {
    const { history } = await renderConsole(state, '/runs');
    await screen.findByRole('row', { name: /r-done/ });
    press('j');
    expect(focused()).toBe('r-wait');
    press('j');
    expect(focused()).toBe('r-done');
    press('k');
    expect(focused()).toBe('r-wait');
    expect(history.location.search).not.toContain('select');
    // What Enter does to the link that has the focus.
    fireEvent.click(document.activeElement ?? document.body);
    await screen.findByRole('heading', { name: 'Run r-wait' });
    press('j');
    await screen.findByRole('heading', { name: 'Run r-done' });
  });

  it('goes on from the rows of one table to those of the next', async () => {
    await renderConsole(state, '/overview');
    press('j');
    expect(focused()).toContain('Run r-wait waits at go-on');
    press('j');
    expect(focused()).toBe('demo');
    press('k');
    expect(focused()).toContain('Run r-wait waits at go-on');
  });

  it('closes the inspector, gives the focus back, and jumps to the filter', async () => {
    const { history } = await renderConsole(state, '/runs?select=run:r-wait');
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    await screen.findByRole('row', { name: /r-wait/ });
    press('i');
    expect(document.activeElement).toBe(inspector);
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Inspector' })).toBeNull());
    expect(history.location.search).not.toContain('select');
    expect(focused()).toBe('r-wait');
    press('/');
    const field = screen.getByRole('searchbox', { name: 'Filter runs' });
    expect(document.activeElement).toBe(field);
    press('Escape', field);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('goes into the inspector and back to the row', async () => {
    await renderConsole(state, '/runs?select=run:r-done');
    await screen.findByRole('row', { name: /r-done/ });
    press('i');
    press('i');
    expect(focused()).toBe('r-done');
  });

  it('gives the focus back to where it was before a dialog', async () => {
    await renderConsole(state, '/runs');
    const start = screen.getByRole('button', { name: 'Start run…' });
    start.focus();
    fireEvent.click(start);
    const dialog = await screen.findByRole('dialog', { name: 'Start a run' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(start));
  });

  it('skips from the top of the page to the screen', async () => {
    await renderConsole(state, '/overview');
    fireEvent.click(screen.getByRole('button', { name: 'Skip to the screen' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('holds what is shown, says how much has happened since, and follows again', async () => {
    const { tell } = await renderConsole(state, '/runs', answersCatalog);
    press('.');
    await screen.findByRole('status', { name: 'Held' });
    await tell((host) => host.event({ type: 'run', run: aRun({ id: 'r-new' }), runCount: 3 }));
    expect(screen.queryByRole('row', { name: /r-new/ })).toBeNull();
    expect(screen.getByRole('status', { name: 'Held' }).textContent).toContain('1 change since');
    press('.');
    await screen.findByRole('row', { name: /r-new/ });
    expect(screen.queryByRole('status', { name: 'Held' })).toBeNull();
  });

  it('lists every shortcut, and rests while the list is open', async () => {
    await renderConsole(state, '/overview');
    press('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(sheet.textContent).toContain('Go to Runs & pins');
    press('g');
    press('r');
    expect(screen.queryByRole('searchbox', { name: 'Filter runs' })).toBeNull();
  });
});
