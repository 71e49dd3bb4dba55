import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aGeneration, anError, aRun, aSession, aState } from '../test-state/builders.js';
import { aCatalog } from '../test-state/catalog-builders.js';
import type { FakeHost } from '../test-state/fake-host.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';
import { ADDRESS_MAX_LENGTH, QUERY_MAX_LENGTH, SEARCHED_CATALOGS_MAX } from './limits.js';

beforeEach(() => localStorage.clear());
afterEach(() => {
  clearConsole();
  vi.unstubAllGlobals();
});

const state = aState({
  sessions: [aSession()],
  generations: [aGeneration()],
  runs: [aRun({ id: 'r-wait', waitingFor: 'hold' })],
});
const answersCatalog = (host: FakeHost): void => {
  host.answers.set('catalog.read', () => aCatalog());
};
const controlK = (): void => {
  const keys = { key: 'k', code: 'KeyK', ctrlKey: true };
  fireEvent.keyDown(document.activeElement ?? document.body, keys);
  fireEvent.keyUp(document.activeElement ?? document.body, keys);
};
const open = async (): Promise<HTMLElement> => {
  controlK();
  return screen.findByRole('dialog', { name: 'Command palette' });
};
const ask = (palette: HTMLElement, text: string): void => {
  fireEvent.change(within(palette).getByRole('combobox'), { target: { value: text } });
};
const option = (palette: HTMLElement, name: RegExp | string): Promise<HTMLElement> =>
  within(palette).findByRole('option', { name });
const choose = async (palette: HTMLElement, name: RegExp | string): Promise<void> => {
  const found = await option(palette, name);
  await act(async () => {
    fireEvent.click(found);
  });
};

describe('the palette', () => {
  it('is a text field that controls a list, and shows shortcuts beside what they do', async () => {
    await renderConsole(state, '/overview', answersCatalog);
    const palette = await open();
    const field = within(palette).getByRole('combobox', { name: 'What to find or do' });
    expect(field.getAttribute('aria-controls')).toBe(within(palette).getByRole('listbox').id);
    expect((await option(palette, /^Runs & pins/)).textContent).toContain('gr');
    expect(within(palette).getByRole('group', { name: 'Commands' })).toBeDefined();
  });

  it('goes to a run in view by its id', async () => {
    const { history } = await renderConsole(state, '/overview', answersCatalog);
    const palette = await open();
    ask(palette, 'r-wait');
    await choose(palette, /^Run r-wait/);
    await screen.findByRole('heading', { name: 'Run r-wait' });
    expect(history.location.pathname).toBe('/runs');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds what is in force in a session, which it asks the host for', async () => {
    const { history } = await renderConsole(state, '/overview', answersCatalog);
    const palette = await open();
    ask(palette, 'get-sum');
    await choose(palette, /^get-sum/);
    await waitFor(() => expect(history.location.pathname).toBe('/capabilities/demo'));
    expect(decodeURIComponent(history.location.search)).toContain(
      'capability:demo:1:everything:tool:get-sum',
    );
  });

  it('opens the dialog of a command in its own place', async () => {
    await renderConsole(state, '/overview', answersCatalog);
    const palette = await open();
    ask(palette, 'close demo');
    await choose(palette, /^Close session demo/);
    expect(await screen.findByRole('dialog', { name: 'Close session demo?' })).toBeDefined();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('does what the host has to do, and stays with the reason when it will not', async () => {
    const { host, tell } = await renderConsole(state, '/overview', answersCatalog);
    const palette = await open();
    ask(palette, 'continue');
    await choose(palette, /^Continue run r-wait/);
    expect(host.request('run.continue').params).toEqual({ run: 'r-wait', label: 'hold' });
    await tell(() => host.refuse('run.continue', anError({ code: 'run-not-waiting' })));
    expect(within(palette).getByRole('alert').textContent).toContain('run-not-waiting');
    await choose(palette, /^Continue run r-wait/);
    await tell(() => host.answer('run.continue', {}));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['Copy the address of this page', 'The address is copied; the palette opens it, too', /^(http|about)/],
    ['Copy diagnostics', 'The diagnostics are copied', /session demo: open, generation 1/],
  ])('copies, and says so: %s', async (name, said, copied) => {
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      userAgent: 'a test',
      clipboard: { writeText: async (text: string) => void written.push(text) },
    });
    await renderConsole(state, '/overview', answersCatalog);
    ask(await open(), name);
    await choose(screen.getByRole('dialog'), name);
    expect(screen.getByRole('status', { name: 'Notice' }).textContent).toBe(said);
    expect(written).toEqual([expect.stringMatching(copied)]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes to an address that was copied in another window', async () => {
    const { history } = await renderConsole(state, '/overview', answersCatalog);
    ask(await open(), 'app://console/index.html#/capabilities/demo?as=table');
    await choose(screen.getByRole('dialog'), /^Go to this address/);
    expect(await screen.findByRole('heading', { level: 1, name: 'demo' })).toBeDefined();
    expect(history.location.href).toBe('/capabilities/demo?as=table');
  });

  it('stays where copying is refused, and says so', async () => {
    const refuse = async (): Promise<never> => Promise.reject(new Error('not allowed'));
    vi.stubGlobal('navigator', { userAgent: 'a test', clipboard: { writeText: refuse } });
    await renderConsole(state, '/overview', answersCatalog);
    ask(await open(), 'copy link');
    await choose(screen.getByRole('dialog'), 'Copy the address of this page');
    const palette = screen.getByRole('dialog', { name: 'Command palette' });
    expect(within(palette).getByRole('alert').textContent).toContain('copy-refused');
  });

  it('begins with what was chosen last', async () => {
    await renderConsole(state, '/overview', answersCatalog);
    ask(await open(), 'activity');
    await choose(screen.getByRole('dialog'), /^Activity/);
    await screen.findByRole('heading', { name: 'Activity' });
    const recent = within(await open()).getByRole('group', { name: 'Recent' });
    expect(within(recent).getByRole('option', { name: /^Activity/ })).toBeDefined();
  });

  it.each([
    ['searches by a text', 'x', QUERY_MAX_LENGTH],
    ['goes to an address', '#/x', ADDRESS_MAX_LENGTH],
  ])('%s of bounded length', async (_what, text, longest) => {
    await renderConsole(state, '/overview', answersCatalog);
    const palette = await open();
    const field = within(palette).getByRole('combobox');
    ask(palette, text.padEnd(longest, 'y'));
    expect(field).toHaveProperty('value', text.padEnd(longest, 'y'));
    ask(palette, text.padEnd(longest + 1, 'z'));
    expect(field).toHaveProperty('value', text.padEnd(longest, 'z'));
  });

  it.each([
    [SEARCHED_CATALOGS_MAX, SEARCHED_CATALOGS_MAX],
    [SEARCHED_CATALOGS_MAX + 1, SEARCHED_CATALOGS_MAX],
  ])('asks of %d sessions what %d of them have in force, the newest', async (count, asked) => {
    const sessions = Array.from({ length: count }, (_, index) =>
      aSession({ id: `s${index}`, stamp: { generation: 1, digest: `d${index}` } }),
    );
    const { host } = await renderConsole({ ...state, sessions }, '/overview', answersCatalog);
    await open();
    const read = host.heard.filter((said) => said.type === 'request' && said.method === 'catalog.read');
    expect(read).toHaveLength(asked);
    expect(host.request('catalog.read').params).toMatchObject({ session: `s${count - 1}` });
  });

  it('says so where nothing is found', async () => {
    await renderConsole(state, '/overview', answersCatalog);
    const palette = await open();
    ask(palette, 'zebra');
    expect(await within(palette).findByText(/^Nothing in view is called that/)).toBeDefined();
    expect(within(palette).queryAllByRole('option')).toHaveLength(0);
  });

  it('opens from within a field, and never above another dialog', async () => {
    await renderConsole(state, '/runs', answersCatalog);
    screen.getByRole('searchbox', { name: 'Filter runs' }).focus();
    await open();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Start run…' }));
    await screen.findByRole('dialog', { name: 'Start a run' });
    controlK();
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull();
  });
});
