import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aFinishedRun, aGeneration, aRun, aSession, aState } from '../../test-state/builders.js';
import { NOW } from '../../test-state/moments-and-digests.js';
import { clearConsole, renderConsole } from '../../test-state/render-console.js';
import { RUNS_PER_GENERATION } from './limits.js';

beforeAll(() => {
  configure({ asyncUtilTimeout: 10_000 });
});
afterEach(clearConsole);

const sessions = [aSession()];
const generations = [
  aGeneration({ generation: 6, state: 'draining', pins: 2 }),
  aGeneration({ generation: 7, pins: 1 }),
];
const runs = [
  aRun({ id: 'r-new', generation: 7 }),
  aRun({ id: 'r-old', generation: 6, waitingFor: 'go-on' }),
  aRun({ id: 'r-older', generation: 6, admittedAt: NOW - 3_600_000 }),
  aFinishedRun({ id: 'r-done', generation: 6 }),
];
const state = aState({ sessions, generations, runs, runCount: runs.length });
const map = (): HTMLElement => screen.getByRole('region', { name: 'Pin map' });
const names = (): readonly (string | null)[] =>
  within(map())
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label') ?? link.textContent);

describe('the pin map', () => {
  it('says at one look who is still on an old generation, since when, and has a link for everything', async () => {
    await renderConsole(state, '/runs?as=map');
    expect(screen.getByText(/2 runs of 3 still hold an old generation, since/)).toBeDefined();
    expect(screen.getByText('Live: 3 of 3')).toBeDefined();
    expect(names()).toEqual([
      'demo',
      expect.stringMatching(/^Run r-older, executing, holds generation 6 for /),
      expect.stringMatching(/^Run r-old, waiting for you, holds generation 6 for /),
      expect.stringMatching(/^Generation 6 of demo, draining, 2 pins, held since /),
      expect.stringMatching(/^Run r-new, executing, holds generation 7 for /),
      expect.stringMatching(/^Generation 7 of demo, current, 1 pin, held since /),
    ]);
    expect(map().querySelector('svg')?.children.length).toBe(3);
  });

  it('selects what is clicked, and marks it', async () => {
    const { history } = await renderConsole(state, '/runs?as=map');
    fireEvent.click(within(map()).getByRole('link', { name: /^Generation 6/ }));
    expect(await screen.findByRole('heading', { name: 'Generation 6' })).toBeDefined();
    expect(history.location.search).toContain('as=map&select=generation');
    const isMarked = (name: RegExp): boolean =>
      within(map()).getByRole('link', { name }).getAttribute('aria-current') === 'page';
    expect([isMarked(/^Generation 6/), isMarked(/^Generation 7/)]).toEqual([true, false]);
  });

  it('is the twin of the table, by its button and by a key', async () => {
    const { history } = await renderConsole(state, '/runs');
    await screen.findByRole('table', { name: 'Runs' });
    fireEvent.click(screen.getByRole('button', { name: 'Pin map' }));
    await waitFor(() => expect(history.location.search).toContain('as=map'));
    expect(screen.queryByRole('table')).toBeNull();
    fireEvent.keyDown(document.body, { key: 't', code: 'KeyT' });
    fireEvent.keyUp(document.body, { key: 't', code: 'KeyT' });
    expect(await screen.findByRole('table', { name: 'Runs' })).toBeDefined();
  });

  it('draws many runs of one generation together, says so, and leads to them in the table', async () => {
    const crowd = Array.from({ length: 200 }, (_, index) =>
      aRun({ id: `r-${index}`, generation: 6, admittedAt: Date.now() - index * 60_000 }),
    );
    await renderConsole({ ...state, runs: crowd, runCount: 200 }, '/runs?as=map');
    expect(within(map()).getAllByRole('link', { name: /^Run / })).toHaveLength(RUNS_PER_GENERATION - 1);
    expect(map().textContent).toContain('189 of 200 runs are drawn together');
    fireEvent.click(within(map()).getByRole('link', { name: /^189 more runs/ }));
    await screen.findByRole('table', { name: 'Runs' });
    expect(screen.getByRole('button', { name: 'Remove the filter generation 6' })).toBeDefined();
    expect(screen.getByText('200 of 200, filtered')).toBeDefined();
  });

  it('goes through the filter of the screen, and says when nobody holds anything', async () => {
    await renderConsole(state, '/runs?as=map&filter=r-older');
    expect(screen.getByText('Live: 1 of 3, filtered')).toBeDefined();
    expect(names().filter((name) => name?.startsWith('Run'))).toHaveLength(1);
    clearConsole();
    await renderConsole({ ...state, runs: [aFinishedRun()], runCount: 1 }, '/runs?as=map');
    expect(screen.getByText(/No run is live now/)).toBeDefined();
  });

  it('says that all are on what is current where they are', async () => {
    await renderConsole({ ...state, runs: [aRun({ generation: 7 })], runCount: 1 }, '/runs?as=map');
    expect(screen.getByText('The one live run is on what is current')).toBeDefined();
  });
});

it('leads from the table and from the inspector to the transcript of a run', async () => {
  const { history } = await renderConsole(state, '/runs?select=run:r-old');
  const row = await screen.findByRole('row', { name: /^r-new/ });
  const link = within(row).getByRole('link', { name: 'Open transcript' });
  expect(link.getAttribute('href')).toContain('/runs/demo/r-new');
  const inspector = screen.getByRole('complementary', { name: 'Inspector' });
  fireEvent.click(within(inspector).getByRole('link', { name: 'Open transcript' }));
  await waitFor(() => expect(history.location.pathname).toBe('/runs/demo/r-old'));
});
