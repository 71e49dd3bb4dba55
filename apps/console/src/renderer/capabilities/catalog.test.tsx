import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Capability } from '../../protocol/generation.js';
import { aBatch, aGeneration, anError, aRun, aSession, aState } from '../test-state/builders.js';
import { aCatalog, aCatalogEntry } from '../test-state/catalog-builders.js';
import type { FakeHost } from '../test-state/fake-host.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import {
  aConsent,
  anInstalledRegistry,
  aPackageGeneration,
  aPackageVersion,
  aRegistry,
  aStoredPackage,
  versionOf,
} from '../test-state/package-builders.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';
import { HOLDERS_MAX, RELATED_MAX, SERVER_CHANGES_MAX } from './limits.js';

afterEach(clearConsole);

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const version = aPackageVersion();
const state = aState({
  registry: aRegistry({ generation: 1, generations: [aPackageGeneration({ packages: [version] })] }),
  sessions: [aSession({ stamp: { generation: 2, digest: digestOf(2) } })],
  generations: [
    aGeneration({ state: 'retired', retiredAt: 1, useGeneration: 1, packages: [version] }),
    aGeneration({ generation: 2, useGeneration: 2 }),
  ],
});
const answers = (host: FakeHost): void => {
  host.answers.set('catalog.read', () => aCatalog());
};
const table = (): Promise<HTMLElement> => screen.findByRole('table', { name: /^Catalog of generation/ });
const names = async (): Promise<readonly (string | null)[]> =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('a')?.textContent ?? null);

describe('the catalog of a generation', () => {
  it('is asked for once, filtered by words and by kind, and counted', async () => {
    const { host, history } = await renderConsole(state, '/capabilities/demo', answers);
    expect(await names()).toEqual(['everything', 'echo', 'get-sum', 'get-env']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter capabilities' }), {
      target: { value: 'get' },
    });
    expect(await screen.findByText('2 of 4, filtered')).toBeDefined();
    fireEvent.click(button('mcp 1'));
    expect(await screen.findByText('No capability matches the filter.')).toBeDefined();
    expect(history.location.search).toContain('kind=mcp');
    fireEvent.click(button('Clear filter'));
    await waitFor(async () => expect(await names()).toHaveLength(4));
    expect(
      host.heard.filter((message) => message.type === 'request' && message.method === 'catalog.read'),
    ).toHaveLength(1);
  });

  it('is that of the generation that the address names, and sorted as it says', async () => {
    const { host, history } = await renderConsole(
      state,
      '/capabilities/demo?generation=1&sort=-name',
      answers,
    );
    expect(screen.getByRole('region', { name: 'Catalog of generation 1' })).toBeDefined();
    expect(host.request('catalog.read').params).toEqual({ session: 'demo', generation: 1 });
    expect(await names()).toEqual(['get-sum', 'get-env', 'everything', 'echo']);
    fireEvent.change(screen.getByRole('combobox', { name: 'Generation' }), { target: { value: '2' } });
    await screen.findByRole('region', { name: 'Catalog of generation 2' });
    expect(history.location.search).not.toContain('generation=');
  });

  it('keeps only the rows in view in the document, of four thousand', async () => {
    const many = Array.from({ length: 4_096 }, (_, index) => aCatalogEntry({ publicName: `tool-${index}` }));
    await renderConsole(state, '/capabilities/demo', (host) => {
      host.answers.set('catalog.read', () => aCatalog({ capabilities: many }));
    });
    expect((await table()).getAttribute('aria-rowcount')).toBe('4097');
    expect(await names()).toContain('tool-0');
    expect((await names()).length).toBeLessThan(80);
    expect(screen.getByText('4,096 of 4,096')).toBeDefined();
  });

  it('says why it cannot be shown, and can be asked for again', async () => {
    const { host, tell } = await renderConsole(state, '/capabilities/demo');
    await tell(() => host.refuse('catalog.read', anError({ code: 'generation-gone' })));
    expect(screen.getByRole('alert').textContent).toContain('generation-gone');
    fireEvent.click(button('Ask again'));
    await tell(() => host.answer('catalog.read', aCatalog()));
    expect(await names()).toHaveLength(4);
  });

  it('opens a capability with what it needs and what needs it', async () => {
    await renderConsole(state, '/capabilities/demo', answers);
    fireEvent.click(within(await table()).getByRole('link', { name: 'everything' }));
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    for (const id of ['echo', 'get-sum', 'get-env'])
      expect(within(inspector).getByRole('link', { name: `everything:tool:${id}` })).toBeDefined();
    fireEvent.click(within(inspector).getByRole('link', { name: 'everything:tool:echo' }));
    await within(inspector).findByRole('heading', { name: 'echo' });
    expect(within(inspector).getByRole('link', { name: 'everything:mcp:everything' })).toBeDefined();
  });

  it.each([
    [RELATED_MAX, null],
    [RELATED_MAX + 1, `${RELATED_MAX} of ${RELATED_MAX + 1} shown`],
  ])('lists what needs a capability, of %d as many as there is room for', async (count, note) => {
    const server = aCatalogEntry({ kind: 'mcp', publicName: 'everything' });
    const tools = Array.from({ length: count }, (_, index) =>
      aCatalogEntry({ publicName: `tool-${index}`, dependencies: [server.id] }),
    );
    await renderConsole(state, `/capabilities/demo?select=capability:demo:2:${server.id}`, (host) => {
      host.answers.set('catalog.read', () => aCatalog({ capabilities: [server, ...tools] }));
    });
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    await within(inspector).findByRole('link', { name: 'everything:tool:tool-0' });
    expect(within(inspector).getAllByRole('link', { name: /:tool:tool-/ })).toHaveLength(RELATED_MAX);
    expect(within(inspector).queryByText(/ shown$/)?.textContent ?? null).toBe(note);
  });

  it('says of a capability that it is not in the generation', async () => {
    await renderConsole(state, '/capabilities/demo?select=capability:demo:2:everything:tool:gone', answers);
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(await within(inspector).findByText(/holds no capability everything:tool:gone/)).toBeDefined();
  });
});

const stamps = { from: { generation: 1, digest: digestOf(1) }, to: { generation: 2, digest: digestOf(2) } };
const entry = (publicName: string, change: Partial<Capability> = {}): Capability =>
  aCatalogEntry({ publicName, ...change });
const change = (kind: string, from: Capability | null, to: Capability | null) => {
  const { id, publicName } = from ?? to ?? entry('none');
  return { change: kind, id, kind: 'tool', publicName, from, to };
};
const changes = [
  change('added', null, entry('new')),
  change('removed', entry('old'), null),
  change(
    'replaced',
    entry('echo', { surfaceDigest: digestOf(1) }),
    entry('echo', { surfaceDigest: digestOf(2) }),
  ),
  change(
    'requirement-changed',
    entry('sum', { dependencies: ['x:mcp:a'] }),
    entry('sum', { dependencies: ['x:mcp:b'] }),
  ),
];

describe('two generations compared', () => {
  it('say first what changed by its meaning, with what was and what is', async () => {
    const { host } = await renderConsole(state, '/capabilities/demo?from=1&to=2', (fake) => {
      fake.answers.set('catalog.diff', () => ({ ...stamps, changes, unchanged: 3 }));
    });
    expect(host.request('catalog.diff').params).toEqual({ session: 'demo', from: 1, to: 2 });
    const section = screen.getByRole('region', { name: 'Generation 1 → 2' });
    const rows = within(await within(section).findByRole('table', { name: 'Changes' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent?.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^removed ?old/),
      expect.stringMatching(/^replaced ?echo.*5e0c1b7a….*→.*b62cbc2a…/),
      expect.stringMatching(/^needs changed ?sum.*now needs ?b.*no longer needs ?a/),
      expect.stringMatching(/^added ?new/),
    ]);
    expect(within(section).getByRole('list', { name: 'Summary' }).textContent).toContain('3 unchanged');
  });

  it('say what is different about the start of a server, old beside new', async () => {
    const notes = (version: string, digest: number, edition: string) =>
      aStoredPackage({
        name: 'notes',
        version,
        digest: digestOf(digest),
        servers: [aConsent({ server: 'notebook', command: ['node', 's.js'], env: { EDITION: edition } })],
      });
    const [old, next] = [notes('1.0.0', 1, 'pencil'), notes('1.1.0', 2, 'ink')];
    const server = { id: 'use/notes:mcp:notebook', kind: 'mcp', publicName: 'notebook' };
    const replaced = {
      ...change('replaced', entry('notebook', server), entry('notebook', server)),
      kind: 'mcp',
    };
    const compared = {
      ...state,
      registry: anInstalledRegistry([old, next]),
      generations: [
        aGeneration({ state: 'draining', packages: [versionOf(old)] }),
        aGeneration({ generation: 2, packages: [versionOf(next)] }),
      ],
    };
    await renderConsole(compared, '/capabilities/demo?from=1&to=2', (fake) => {
      fake.answers.set('catalog.diff', () => ({ ...stamps, changes: [replaced], unchanged: 3 }));
      fake.answers.set('catalog.read', () => aCatalog({ capabilities: [entry('notebook', server)] }));
    });
    const start = await screen.findByRole('table', { name: 'Start of notebook of notes 1.0.0 → 1.1.0' });
    const rows = within(start).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['What', 'Generation 1', 'Generation 2'],
      ['EDITION', 'pencil', 'ink'],
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'notebook' }));
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(await within(inspector).findByText('EDITION=ink')).toBeDefined();
    expect(within(inspector).getByRole('link', { name: 'notes 1.1.0' })).toBeDefined();
  });

  it.each([
    [SERVER_CHANGES_MAX, null],
    [SERVER_CHANGES_MAX + 1, `${SERVER_CHANGES_MAX} of ${SERVER_CHANGES_MAX + 1} servers shown`],
  ])('say of %d servers that changed how as many as there is room for are started', async (count, note) => {
    const servers = Array.from({ length: count }, (_, index) => ({
      ...change('added', null, entry(`server-${index}`, { kind: 'mcp' })),
      kind: 'mcp',
    }));
    await renderConsole(state, '/capabilities/demo?from=1&to=2', (fake) => {
      fake.answers.set('catalog.diff', () => ({ ...stamps, changes: servers, unchanged: 0 }));
    });
    const starts = await screen.findByRole('region', { name: 'How servers are started' });
    expect(within(starts).getAllByTitle(/^server-/)).toHaveLength(SERVER_CHANGES_MAX);
    expect(
      within(starts)
        .queryByText(/ servers shown/)
        ?.textContent?.split(';')[0] ?? null,
    ).toBe(note);
  });

  it('are swapped, chosen and left by the address', async () => {
    const { history } = await renderConsole(state, '/capabilities/demo?from=1&to=2', (fake) => {
      fake.answers.set('catalog.diff', () => ({ ...stamps, changes, unchanged: 3 }));
      answers(fake);
    });
    fireEvent.click(button('Swap the two generations'));
    await screen.findByRole('region', { name: 'Generation 2 → 1' });
    fireEvent.change(screen.getByRole('combobox', { name: 'To' }), { target: { value: '2' } });
    await waitFor(() => expect(history.location.search).toContain('from=2&to=2'));
    fireEvent.click(button('Close the comparison'));
    await screen.findByRole('region', { name: 'Catalog of generation 2' });
  });

  it('say so when they hold the same', async () => {
    await renderConsole(state, '/capabilities/demo?from=1&to=2', (fake) => {
      fake.answers.set('catalog.diff', () => ({ ...stamps, changes: [], unchanged: 4 }));
    });
    expect(await screen.findByText('Generations 1 and 2 hold the same 4 capabilities.')).toBeDefined();
  });

  it('stand as JSON side by side and in one column', async () => {
    const { history } = await renderConsole(state, '/capabilities/demo?from=1&to=2', (fake) => {
      fake.answers.set('catalog.diff', () => ({ ...stamps, changes, unchanged: 3 }));
      fake.answers.set('catalog.read', (params) => ({
        ...aCatalog(),
        digest: digestOf(JSON.stringify(params).includes('"generation":1') ? 1 : 2),
      }));
    });
    fireEvent.click(await screen.findByRole('button', { name: 'JSON side by side' }));
    const raw = await screen.findByRole('region', { name: 'JSON of generation 1 and 2' });
    expect(raw.textContent).toContain('4 capabilities the same in both');
    fireEvent.click(button('Show what is the same'));
    await waitFor(() => expect(raw.textContent).toContain('"everything:mcp:everything"'));
    fireEvent.click(button('JSON in one column'));
    await waitFor(() => expect(history.location.search).toContain('diff=unified'));
  });

  it('are reached from a generation, and from the receipt of a batch', async () => {
    const committed = aBatch({
      state: 'committed',
      endedAt: Date.now(),
      receipt: { previous: stamps.from, committed: stamps.to },
    });
    const { history } = await renderConsole(
      { ...state, batches: [committed] },
      '/capabilities/demo?select=generation:demo:2',
      answers,
    );
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    fireEvent.click(within(inspector).getByRole('button', { name: 'Compare with previous' }));
    await waitFor(() => expect(history.location.search).toContain('from=1&to=2'));
    fireEvent.click(button('Close the comparison'));
    await screen.findByRole('region', { name: 'Catalog of generation 2' });
    fireEvent.click(
      within(screen.getByRole('region', { name: 'Receipt' })).getByRole('button', { name: 'Compare' }),
    );
    await screen.findByRole('region', { name: 'Generation 1 → 2' });
  });
});

describe('a generation in the inspector', () => {
  it('is published again by a batch of what it was made of', async () => {
    await renderConsole(state, '/capabilities/demo?select=generation:demo:1', answers);
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    fireEvent.click(within(inspector).getByRole('button', { name: 'Publish again…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Apply a batch to demo' });
    expect(within(dialog).getByRole('checkbox', { name: /everything 1\.0\.0/ })).toHaveProperty(
      'checked',
      true,
    );
  });

  it('that is out of view can still be asked what it held', async () => {
    const { host } = await renderConsole(state, '/capabilities/demo?select=generation:demo:9', answers);
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(inspector.textContent).toContain('not in view');
    fireEvent.click(within(inspector).getByRole('button', { name: 'Show catalog' }));
    await screen.findByRole('region', { name: 'Catalog of generation 9' });
    expect(host.request('catalog.read').params).toEqual({ session: 'demo', generation: 9 });
  });

  it.each([
    [HOLDERS_MAX, null],
    [HOLDERS_MAX + 1, 'session=demo&generation=2&status=live'],
  ])('lists the runs that hold it, of %d as many as there is room for', async (count, search) => {
    const runs = Array.from({ length: count }, (_, index) => aRun({ id: `r-${index}`, generation: 2 }));
    await renderConsole({ ...state, runs }, '/capabilities/demo?select=generation:demo:2', answers);
    const held = await screen.findByRole('region', { name: `Held by ${count} runs` });
    const links = [...held.querySelectorAll('a')];
    expect(links.filter((link) => link.textContent?.startsWith('Run '))).toHaveLength(HOLDERS_MAX);
    const more = links.find((link) => link.textContent === 'all of them in the table');
    expect(more?.getAttribute('href')?.split('?')[1] ?? null).toBe(search);
  });

  it('says why it cannot be published again', async () => {
    await renderConsole(state, '/capabilities/demo?select=generation:demo:2', answers);
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(within(inspector).getByRole('button', { name: 'Publish again…' }).hasAttribute('disabled')).toBe(
      true,
    );
    expect(inspector.textContent).toContain('Package generation 2 is no longer stored.');
  });
});
