import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_LINES_MAX } from '../../../protocol/limits.js';
import { METHODS } from '../../../protocol/methods.js';
import type { TranscriptLine } from '../../../protocol/transcript.js';
import { aFinishedRun, aGeneration, anError, aRun, aSession, aState } from '../../test-state/builders.js';
import type { FakeHost } from '../../test-state/fake-host.js';
import { clearConsole, type RenderedConsole, renderConsole } from '../../test-state/render-console.js';
import { transcriptLines } from '../../test-state/transcript-builders.js';

const ROW_PX = 30;
const HEIGHT_PX = 600;

// Nothing is laid out in the document of a test: every row has one height, and what scrolls has that of its rows.
beforeAll(() => {
  configure({ asyncUtilTimeout: 10_000 });
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: ROW_PX });
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', {
    configurable: true,
    get(this: HTMLElement) {
      const list = this.querySelector<HTMLElement>(':scope > ol');
      return list === null ? HEIGHT_PX : Math.max(HEIGHT_PX, Number.parseFloat(list.style.height));
    },
  });
});

let copied: string[] = [];
beforeEach(() => {
  copied = [];
  vi.stubGlobal('navigator', {
    userAgent: 'a test',
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
});
afterEach(() => {
  clearConsole();
  vi.unstubAllGlobals();
});

const live = aRun({ id: 'r-live', waitingFor: 'go-on' });
const done = aFinishedRun({ id: 'r-done' });
const state = aState({
  sessions: [aSession()],
  generations: [aGeneration({ pins: 1 })],
  runs: [live, done],
  runCount: 2,
});

const textLine = (sequence: number): TranscriptLine => ({
  sequence,
  at: sequence * 100,
  type: 'text',
  turn: 1,
  text: `words ${sequence}`,
});
const texts = (count: number): TranscriptLine[] =>
  Array.from({ length: count }, (_, index) => textLine(index + 1));

/** Answers with the lines that there are when it is asked. */
function keeps(host: FakeHost, lines: readonly TranscriptLine[]): void {
  host.answers.set('transcript.read', (params) => {
    const { after, limit } = METHODS['transcript.read'].params.parse(params);
    const page = lines.filter((line) => line.sequence > after).slice(0, limit);
    const next = page.at(-1)?.sequence ?? after;
    return { lines: page, next, hasMore: lines.some((line) => line.sequence > next) };
  });
}

const open = (path: string, lines: readonly TranscriptLine[]): Promise<RenderedConsole> =>
  renderConsole(state, path, (host) => keeps(host, lines));
const list = (): HTMLElement => screen.getByRole('list', { name: 'Transcript' });
const click = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

describe('the transcript of a run', () => {
  it('shows the run, what it used, and its steps in turns, with the totals of each', async () => {
    await open('/runs/demo/r-done', transcriptLines());
    await screen.findByRole('heading', { name: 'Turn 1' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Run r-done');
    expect(document.title).toBe('Run r-done · Runs & pins · Changeover');
    const items = within(list()).getAllByRole('listitem');
    expect(items).toHaveLength(6);
    expect(items[1]?.textContent).toContain('412 in · 38 out');
    expect(items[4]?.textContent).toContain('completed');
    expect(items[5]?.textContent).toContain('0 tasks, 1 effect, 1 lease settled');
    expect(screen.getByText('5 of 5')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Continue run' })).toBeNull();
  });

  it('opens a tool call to its arguments and its result, and keeps that in the address', async () => {
    const { history } = await open('/runs/demo/r-done', transcriptLines());
    const call = await screen.findByRole('button', { name: /everything › echo/ });
    expect(call.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(call);
    const tree = await screen.findByRole('tree', { name: 'Arguments' });
    expect(tree.textContent).toContain('message:"hello"');
    expect(screen.getByRole('group', { name: 'Result' }).textContent).toContain('Echo: hello');
    expect(history.location.search).toContain('open=only-3');
    click('Open all');
    await waitFor(() => expect(history.location.search).toContain('open=all'));
    click('Close all');
    await waitFor(() => expect(screen.queryByRole('tree')).toBeNull());
  });

  it('never takes what a tool said for anything but text', async () => {
    const evil = '<img src=x onerror="document.title=1"><b>bold</b>';
    const lines = transcriptLines().map((line) => ('text' in line ? { ...line, text: evil } : line));
    await open('/runs/demo/r-done?open=all', lines);
    await screen.findByRole('group', { name: 'Result' });
    expect(list().querySelector('img, b')).toBeNull();
    expect(list().textContent).toContain(evil);
  });

  it('filters by text and kind, says n of m, and offers the way back', async () => {
    const { history } = await open('/runs/demo/r-done', transcriptLines());
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Filter steps' }), {
      target: { value: 'echo: HELLO' },
    });
    expect(await screen.findByText('1 of 5, filtered')).toBeDefined();
    click('Failed 0');
    expect(await screen.findByText('No step of this run matches the filter.')).toBeDefined();
    expect(history.location.search).toContain('steps=failed');
    click('Clear filter');
    expect(await screen.findByText('5 of 5')).toBeDefined();
  });

  it('reads a long one page by page as one scrolls, and keeps only the rows in view in the document', async () => {
    const { host } = await open('/runs/demo/r-done', texts(PAGE_LINES_MAX * 3));
    await screen.findByText('words 1');
    expect(
      host.heard.filter((message) => message.type === 'request' && message.method === 'transcript.read'),
    ).toHaveLength(1);
    expect(screen.getByText('500 of 500 read so far')).toBeDefined();
    expect(within(list()).getAllByRole('listitem').length).toBeLessThan(60);
    scrollTo(PAGE_LINES_MAX * ROW_PX);
    expect(await screen.findByText('1,000 of 1,000 read so far')).toBeDefined();
  });

  it('goes to the end of a long one at once', async () => {
    await open('/runs/demo/r-done', texts(PAGE_LINES_MAX * 3));
    await screen.findByText('words 1');
    click('To the end');
    expect(await screen.findByText('1,500 of 1,500')).toBeDefined();
  });

  it('reads all of it to copy it as Markdown', async () => {
    await open('/runs/demo/r-done', texts(PAGE_LINES_MAX + 1));
    await screen.findByText('words 1');
    click('Copy as Markdown');
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toContain('# Run r-done');
    expect(copied[0]).toContain(`> words ${PAGE_LINES_MAX + 1}`);
  });

  it('searches all of a long one, though only its beginning has been read', async () => {
    await open('/runs/demo/r-done?filter=1500', texts(PAGE_LINES_MAX * 3));
    expect(await screen.findByText('1 of 1,500, filtered')).toBeDefined();
  });
});

describe('the transcript of a live run', () => {
  it('shows what is added, and lets the run go on', async () => {
    const lines = transcriptLines().slice(0, 3);
    const shown: TranscriptLine[] = [...lines];
    const { host, tell } = await open('/runs/demo/r-live', shown);
    await screen.findByText(/waiting for you at go-on$/, { selector: 'li *, section *' });
    expect(screen.getByText('3 of 3')).toBeDefined();
    shown.push(...transcriptLines().slice(3, 5));
    await tell(() => host.event({ type: 'run', run: { ...live, toolCalls: 2 }, runCount: 2 }));
    expect(await screen.findByText('412 in · 38 out')).toBeDefined();
    click('Continue run');
    expect(host.request('run.continue').params).toEqual({ run: 'r-live', label: 'go-on' });
  });

  it('stops following when somebody scrolls up, counts what is new, and leads there', async () => {
    const shown = texts(100);
    const { host, tell, history } = await open('/runs/demo/r-live', shown);
    await screen.findByText('100 of 100');
    const scroller = screen.getByRole('region', { name: 'Steps of the run' });
    scroller.scrollTop = 2_400;
    fireEvent.scroll(scroller);
    fireEvent.wheel(scroller, { deltaY: -400 });
    scroller.scrollTop = 600;
    fireEvent.scroll(scroller);
    await waitFor(() => expect(history.location.search).toContain('live=off'));
    shown.push(textLine(101), textLine(102));
    await tell(() => host.event({ type: 'run', run: { ...live, turns: 3 }, runCount: 2 }));
    const pill = await screen.findByRole('button', { name: 'Show 2 new' });
    fireEvent.click(pill);
    await waitFor(() => expect(history.location.search).not.toContain('live=off'));
    expect(screen.queryByRole('button', { name: /^Show \d+ new/ })).toBeNull();
  });

  it('says when what was added cannot be read, and reads it when it can', async () => {
    const shown: TranscriptLine[] = transcriptLines().slice(0, 3);
    const { host, tell } = await open('/runs/demo/r-live', shown);
    await screen.findByText('3 of 3');
    host.answers.clear();
    shown.push(...transcriptLines().slice(3, 5));
    await tell(() => host.event({ type: 'run', run: { ...live, turns: 3 }, runCount: 2 }));
    host.refuse('transcript.read', anError({ code: 'store-unreadable' }));
    expect((await screen.findByRole('alert')).textContent).toContain('store-unreadable');
    keeps(host, shown);
    click('Read again');
    expect(await screen.findByText('412 in · 38 out')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('switches live off and on by a key', async () => {
    const { history } = await open('/runs/demo/r-live', transcriptLines().slice(0, 3));
    await screen.findByRole('button', { name: 'Live updates', pressed: true });
    fireEvent.keyDown(document.body, { key: '.', code: 'Period' });
    fireEvent.keyUp(document.body, { key: '.', code: 'Period' });
    await waitFor(() => expect(history.location.search).toContain('live=off'));
    expect(screen.getByRole('button', { name: 'Live updates', pressed: false })).toBeDefined();
  });
});

describe('a transcript that is not there', () => {
  it('says that it was deleted', async () => {
    await open('/runs/demo/r-done', []);
    expect(await screen.findByText(/its transcript was deleted for its age/)).toBeDefined();
  });

  it('says which lines are gone', async () => {
    await open('/runs/demo/r-done', [{ sequence: 1, at: 1, type: 'cut', text: 'Only 5,000 lines are kept' }]);
    expect(await screen.findByText('Only 5,000 lines are kept')).toBeDefined();
  });

  it('is read though the run itself is older than what is in view', async () => {
    await open('/runs/demo/r-old', transcriptLines());
    expect(await screen.findByText(/older than what the console keeps in view/)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Turn 1' })).toBeDefined();
    expect(screen.getAllByText('completed').length).toBeGreaterThan(0);
  });

  it('says why it cannot be read, and reads it again', async () => {
    const { host } = await renderConsole(state, '/runs/demo/r-done');
    await waitFor(() => host.request('transcript.read'));
    host.refuse('transcript.read', anError({ code: 'store-unreadable', message: 'The store is busy.' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The store is busy.');
    keeps(host, transcriptLines());
    click('Read again');
    expect(await screen.findByRole('heading', { name: 'Turn 1' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the scopes of a run', () => {
  it('are a tree, whose turns close, and whose tasks lead to their steps', async () => {
    const { history } = await open('/runs/demo/r-done', transcriptLines());
    await screen.findByRole('heading', { name: 'Turn 1' });
    fireEvent.keyDown(document.body, { key: 't', code: 'KeyT' });
    fireEvent.keyUp(document.body, { key: 't', code: 'KeyT' });
    const tree = await screen.findByRole('treegrid', { name: 'Scope tree' });
    const rows = within(tree).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2', '3', '4', '3']);
    fireEvent.click(within(tree).getByRole('button', { name: /^turn/ }));
    await waitFor(() => expect(history.location.search).toContain('shut=only-1'));
    expect(within(tree).queryByRole('link', { name: /echo/ })).toBeNull();
    fireEvent.click(within(tree).getByRole('button', { name: /^turn/ }));
    fireEvent.click(await within(tree).findByRole('link', { name: /echo/ }));
    expect(await screen.findByRole('tree', { name: 'Arguments' })).toBeDefined();
    expect(history.location.search).toContain('at=3');
  });
});

function scrollTo(top: number): void {
  const scroller = screen.getByRole('region', { name: 'Steps of the run' });
  scroller.scrollTop = top;
  fireEvent.scroll(scroller);
}
