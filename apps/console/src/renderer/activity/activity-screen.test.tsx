import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Activity } from '../../protocol/activity.js';
import { METHODS } from '../../protocol/methods.js';
import { anActivity } from '../test-state/activity-builders.js';
import { aGeneration, anError, aRun, aSession, aState } from '../test-state/builders.js';
import type { FakeHost } from '../test-state/fake-host.js';
import { clearConsole, type RenderedConsole, renderConsole } from '../test-state/render-console.js';
import { ACTIVITY_LOOK_MIN_MS, ACTIVITY_PAGE_LINES } from './limits.js';

beforeAll(() => {
  configure({ asyncUtilTimeout: 10_000 });
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

const logOf = (count: number): Activity[] =>
  Array.from({ length: count }, (_, index) =>
    anActivity({
      sequence: count - index,
      command: index % 2 === 0 ? 'run.start' : 'batch.apply',
      outcome: index % 3 === 0 ? 'done' : 'refused',
      detail: `detail of ${count - index}`,
    }),
  );

/** Answers out of a log as it is when it is asked, newest first; of the filter it knows outcome and text. */
function keeps(host: FakeHost, log: readonly Activity[]): void {
  host.answers.set('activity.read', (params) => {
    const { filter, before, limit } = METHODS['activity.read'].params.parse(params);
    const matched = log.filter(
      (line) =>
        (filter.outcome === null || line.outcome === filter.outcome) &&
        `${line.command} ${line.detail}`.includes(filter.text),
    );
    const rest = matched.filter((line) => before === null || line.sequence < before);
    return {
      lines: rest.slice(0, limit),
      hasMore: rest.length > limit,
      matched: matched.length,
      total: log.length,
    };
  });
}

const open = (log: Activity[], search = ''): Promise<RenderedConsole> =>
  renderConsole(
    aState({
      sessions: [aSession()],
      generations: [aGeneration()],
      runs: [aRun({ id: 'r-1' })],
      activity: log.slice(0, 200),
    }),
    `/activity${search}`,
    (host) => keeps(host, log),
  );
const click = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const rows = (): readonly HTMLElement[] => within(screen.getByRole('table')).getAllByRole('row').slice(1);

describe('the audit log', () => {
  it('is shown newest first, with both counts, and only the rows in view are in the document', async () => {
    await open(logOf(5_000));
    expect(await screen.findByText('5,000 of 5,000')).toBeDefined();
    expect(document.title).toBe('Activity · Changeover');
    expect(rows()[0]?.textContent).toContain('detail of 5000');
    expect(rows().length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  });

  it('is filtered by the host, and the filter is in the address', async () => {
    const { host, history } = await open(logOf(30));
    await screen.findByText('30 of 30');
    click('Refused');
    expect(await screen.findByText('20 of 30, filtered')).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter activity' }), {
      target: { value: 'batch' },
    });
    expect(await screen.findByText('10 of 30, filtered')).toBeDefined();
    click('Operator');
    await waitFor(() =>
      expect(host.request('activity.read').params).toMatchObject({
        filter: { text: 'batch', actor: 'operator', outcome: 'refused' },
      }),
    );
    expect(history.location.search).toBe('?outcome=refused&filter=batch&actor=operator');
  });

  it('says when no line fits, and offers the way back', async () => {
    await open(logOf(3), '?filter=otter');
    expect(await screen.findByText('No line of the audit log matches the filter.')).toBeDefined();
    click('Clear filter');
    expect(await screen.findByText('3 of 3')).toBeDefined();
  });

  it('says what will stand there while nothing does', async () => {
    await open([]);
    expect(await screen.findByText(/Nothing was done yet/)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('reads older lines as one scrolls', async () => {
    const { host } = await open(logOf(ACTIVITY_PAGE_LINES * 2));
    await screen.findByText('400 of 400');
    const scroller = screen.getByRole('region', { name: 'Table of activity' });
    scroller.scrollTop = ACTIVITY_PAGE_LINES * 30;
    fireEvent.scroll(scroller);
    await waitFor(() =>
      expect(host.request('activity.read').params).toMatchObject({ before: ACTIVITY_PAGE_LINES + 1 }),
    );
    expect(await screen.findByText('detail of 190')).toBeDefined();
  });

  it('follows what is new, lets it wait once somebody scrolls away, and leads to it', async () => {
    const log = logOf(300);
    const { tell, history } = await open(log);
    await screen.findByText('300 of 300');
    const add = (): Promise<void> =>
      tell((host) => {
        const activity = anActivity({ sequence: log.length + 1, detail: `detail of ${log.length + 1}` });
        log.unshift(activity);
        host.event({ type: 'activity', activity });
      });
    await add();
    expect(await screen.findByText('detail of 301')).toBeDefined();
    const scroller = screen.getByRole('region', { name: 'Table of activity' });
    fireEvent.wheel(scroller, { deltaY: 400 });
    scroller.scrollTop = 400;
    fireEvent.scroll(scroller);
    await waitFor(() => expect(history.location.search).toContain('live=off'));
    await add();
    fireEvent.click(
      await screen.findByRole('button', { name: 'Show 1 new' }, { timeout: ACTIVITY_LOOK_MIN_MS * 10 }),
    );
    await waitFor(() => expect(scroller.scrollTop).toBe(0));
    fireEvent.scroll(scroller);
    expect(await screen.findByText('detail of 302')).toBeDefined();
    await waitFor(() => expect(history.location.search).not.toContain('live=off'));
  });

  it('says why it cannot be read, and reads it again', async () => {
    const { host } = await renderConsole(aState(), '/activity');
    await waitFor(() => host.request('activity.read'));
    host.refuse('activity.read', anError({ code: 'store-unreadable', message: 'The store is busy.' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The store is busy.');
    keeps(host, logOf(2));
    click('Read again');
    expect(await screen.findByText('2 of 2')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a line of the audit log', () => {
  it('is shown in full with what it names', async () => {
    const log = [anActivity({ sequence: 1, target: 'r-1 demo', reason: 'read by two', detail: 'no fault' })];
    const { history } = await open(log);
    await screen.findByText('1 of 1');
    fireEvent.click(within(rows()[0] ?? document.body).getByRole('link'));
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(within(inspector).getByRole('region', { name: 'Why' }).textContent).toContain('read by two');
    const links = within(inspector).getByRole('region', { name: 'Links' });
    expect(within(links).getByRole('link', { name: 'session demo' })).toBeDefined();
    fireEvent.click(within(links).getByRole('link', { name: 'run r-1' }));
    await screen.findByRole('heading', { name: 'Run r-1' });
    expect(history.location.search).toContain('select=run%3Ar-1');
  });

  it('is read when an old one is linked to, and said to be gone when it is', async () => {
    await open(logOf(900), '?select=activity:3');
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(await within(inspector).findByText('detail of 3')).toBeDefined();
    clearConsole();
    await open(logOf(3), '?select=activity:7');
    expect(await screen.findByText(/The audit log has no such line/)).toBeDefined();
  });
});

describe('an export', () => {
  it('copies all that fits the filter as JSON lines, however many pages that takes', async () => {
    await open(logOf(1_200), '?outcome=refused');
    await screen.findByText('800 of 1,200, filtered');
    expect(screen.getByTitle('Copies 800 lines as JSON lines')).toBeDefined();
    click('Copy JSON lines');
    expect(await screen.findByText('Copied 800 lines')).toBeDefined();
    const written = (copied[0] ?? '').trimEnd().split('\n');
    expect(written).toHaveLength(800);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ sequence: 1_199, outcome: 'refused' });
  });

  it('is a file in a browser', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await open(logOf(2));
    await screen.findByText('2 of 2');
    click('Download');
    expect(await screen.findByText('Downloaded 2 lines')).toBeDefined();
    expect(saved[0]).toMatch(/^changeover-activity-\d{4}-\d\d-\d\dT\d{6}\.jsonl$/);
  });

  it('is a copy alone in the application’s window, which refuses downloads', async () => {
    // The preload script is there before the page: its bridge cannot connect in a test, which has a channel of its own.
    vi.stubGlobal('changeover', { connect: () => Promise.reject(new Error('not asked')) });
    await open(logOf(2));
    await screen.findByText('2 of 2');
    expect(screen.getByRole('button', { name: 'Copy JSON lines' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  it('says when the clipboard does not take it', async () => {
    vi.stubGlobal('navigator', {
      clipboard: { writeText: async () => Promise.reject(new Error('not allowed')) },
    });
    await open(logOf(2));
    await screen.findByText('2 of 2');
    click('Copy JSON lines');
    expect((await screen.findByRole('alert')).textContent).toContain('clipboard-refused');
  });
});

it('has its newest lines on Overview as well, each with a link', async () => {
  const log = logOf(40);
  await renderConsole(aState({ activity: log }), '/overview', (host) => keeps(host, log));
  const section = await screen.findByRole('region', { name: 'Latest activity' });
  expect(within(section).getByText('12 of 40')).toBeDefined();
  fireEvent.click(within(section).getByRole('link', { name: 'All activity' }));
  expect(await screen.findByRole('heading', { name: 'Activity', level: 1 })).toBeDefined();
});
