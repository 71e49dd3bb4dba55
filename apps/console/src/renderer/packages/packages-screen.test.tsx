import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { aGeneration, anError, aSession, aState } from '../test-state/builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import {
  aConsent,
  anInstalledRegistry,
  anUndecidedConsent,
  aPackageGeneration,
  aPackageItem,
  aStoredPackage,
  versionOf,
} from '../test-state/package-builders.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';
import { verificationStore } from './verification.js';

afterEach(() => {
  clearConsole();
  verificationStore.setState({ last: null });
});

const v1 = aStoredPackage({
  name: 'notes',
  version: '1.0.0',
  digest: digestOf(0),
  state: 'kept',
  holders: ['session ops', 'package generation 1'],
});
const v2 = aStoredPackage({
  name: 'notes',
  version: '1.1.0',
  digest: digestOf(1),
  servers: [aConsent({ server: 'notebook', reason: 'read it line by line' })],
});
const spare = aStoredPackage({ name: 'notes', version: '2.0.0', digest: digestOf(2), state: 'unused' });
const maps = aStoredPackage({
  name: 'maps',
  version: '3.0.0',
  digest: digestOf(3),
  loaded: 1,
  skipped: 1,
  servers: [
    anUndecidedConsent({
      package: { name: 'maps', version: '3.0.0', digest: digestOf(3) },
      server: 'tiles',
      command: ['uvx', 'tiles', '--rate', '20'],
      env: { REGION: 'north' },
      previous: { command: ['uvx', 'tiles'], env: { REGION: 'north' }, cwd: null },
    }),
  ],
});
const state = aState({
  registry: anInstalledRegistry([v1, v2, spare, maps], {
    generation: 2,
    generations: [
      aPackageGeneration({ generation: 1, packages: [versionOf(v1)], cause: 'the first one' }),
      aPackageGeneration({ generation: 2, packages: [versionOf(maps), versionOf(v2)], cause: 'a newer one' }),
    ],
  }),
  sessions: [aSession({ id: 'ops' }), aSession({ id: 'demo' })],
  generations: [
    aGeneration({ session: 'ops', packages: [versionOf(v1)], useGeneration: 1 }),
    aGeneration({ session: 'demo', packages: [versionOf(v2)], useGeneration: 2 }),
  ],
});
const row = (name: RegExp): HTMLElement => screen.getByRole('row', { name });
const press = (name: string | RegExp, within_: HTMLElement = document.body): void => {
  fireEvent.click(within(within_).getByRole('button', { name }));
};
const inspectorOf = async (digest: string): Promise<HTMLElement> => {
  await renderConsole(state, `/packages?select=package:${digest}`);
  return screen.findByRole('complementary', { name: 'Inspector' });
};

describe('the packages screen', () => {
  it('says what is in force, which session uses which version, and why the others are kept', async () => {
    await renderConsole(state, '/packages');
    expect(screen.getByText('package generation 2 · in force')).toBeDefined();
    const table = await screen.findByRole('table', { name: 'Packages' });
    expect(row(/^notes 1\.1\.0 in force/).textContent).toContain('demo, ops on 1.0.0 (older)');
    expect(row(/notes 1\.0\.0.*kept/).textContent).toContain('session ops, package generation 1');
    expect(row(/^maps 3\.0\.0/).textContent).toContain('1 skipped');
    expect(row(/^maps 3\.0\.0/).textContent).toContain('1 waits for you');
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    expect(screen.getByText('4 of 4')).toBeDefined();
  });

  it('filters by words and by state, says n of m, and keeps both in the address', async () => {
    const { history } = await renderConsole(state, '/packages');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter packages' }), {
      target: { value: 'notes' },
    });
    expect(await screen.findByText('3 of 4, filtered')).toBeDefined();
    press('Unused');
    expect(await screen.findByText('1 of 4, filtered')).toBeDefined();
    expect(history.location.search).toContain('status=unused');
    expect(history.location.search).toContain('filter=notes');
    press('In force');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter packages' }), {
      target: { value: 'heron' },
    });
    expect(await screen.findByText('No version matches the filter.')).toBeDefined();
    press('Clear filter');
    expect(await screen.findByText('4 of 4')).toBeDefined();
  });

  it('tells what each package generation changed', async () => {
    await renderConsole(state, '/packages');
    const history = screen.getByRole('table', { name: 'Package generations' });
    const [, newest, oldest] = within(history).getAllByRole('row');
    expect(newest?.textContent).toContain('addedmaps 3.0.0');
    expect(newest?.textContent).toContain('upgradednotes 1.0.0 → 1.1.0');
    expect(oldest?.textContent).toContain('addednotes 1.0.0');
    fireEvent.click(within(history).getByRole('link', { name: 'Generation 2' }));
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(within(inspector).getByRole('heading', { name: 'Package generation 2' })).toBeDefined();
    expect(within(inspector).getByRole('link', { name: 'Generation 1 of demo' })).toBeDefined();
  });

  it('leads somebody who has nothing to the first package', async () => {
    await renderConsole(aState({ sessions: [aSession()] }), '/packages');
    expect(screen.getByText(/^Nothing is installed yet/)).toBeDefined();
    press('Install…');
    expect(await screen.findByRole('dialog', { name: 'Install a package' })).toBeDefined();
  });

  it('leads somebody who has installed one to the batch that brings it to the session', async () => {
    const registry = anInstalledRegistry([v2]);
    await renderConsole(aState({ registry, sessions: [aSession()] }), '/packages');
    expect(screen.getByText(/^Session demo holds no capabilities yet/)).toBeDefined();
    press('Apply batch…');
    expect(await screen.findByRole('dialog', { name: 'Apply a batch to demo' })).toBeDefined();
  });

  it('is reached by two keys', async () => {
    await renderConsole(state, '/overview');
    for (const key of ['g', 'p']) {
      fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}` });
      fireEvent.keyUp(document.body, { key, code: `Key${key.toUpperCase()}` });
    }
    expect(await screen.findByRole('heading', { name: 'Packages' })).toBeDefined();
  });
});

describe('verifying everything', () => {
  it('says that all is as it was stored', async () => {
    const { host, tell } = await renderConsole(state, '/packages');
    press('Verify everything');
    await tell(() => host.answer('package.verify', { checked: 4, damaged: [] }));
    expect(screen.getByRole('region', { name: 'Verification' }).textContent).toContain('4 versions verified');
    press('Close findings');
    expect(screen.queryByRole('region', { name: 'Verification' })).toBeNull();
  });

  it('names each damaged file, at the package, and among what needs a person', async () => {
    const { host, tell } = await renderConsole(state, '/packages');
    press('Verify everything');
    const damaged = [{ digest: v2.digest, path: 'skills/a.md', reason: 'It has other bytes.' }];
    await tell(() => host.answer('package.verify', { checked: 4, damaged }));
    const panel = screen.getByRole('region', { name: 'Verification' });
    expect(panel.textContent).toContain('skills/a.md');
    fireEvent.click(within(panel).getByRole('link', { name: 'notes 1.1.0' }));
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(within(inspector).getByText('damaged')).toBeDefined();
    fireEvent.click(screen.getByRole('link', { name: /^Overview/ }));
    expect(await screen.findByRole('link', { name: /notes 1\.1\.0 is not as it was stored/ })).toBeDefined();
  });

  it('shows why it could not be done', async () => {
    const { host, tell } = await renderConsole(state, '/packages');
    press('Verify everything');
    await tell(() => host.refuse('package.verify', anError({ code: 'io' })));
    expect(screen.getByRole('alert').textContent).toContain('io');
  });
});

describe('the inspector of a package', () => {
  it('shows the receipt, which can be kept to one outcome', async () => {
    const { host, tell, history } = await renderConsole(state, `/packages?select=package:${maps.digest}`);
    const items = [
      aPackageItem({ name: 'find-way' }),
      aPackageItem({
        kind: 'hook',
        name: 'on-start',
        outcome: 'skipped',
        diagnostics: [{ path: 'hooks.json', line: 7, reason: 'Hooks are not run.' }],
      }),
    ];
    await tell(() => host.answer('package.receipt', { items }));
    const receipt = screen.getByRole('region', { name: 'Receipt' });
    expect(receipt.textContent).toContain('hooks.json:7 Hooks are not run.');
    press(/^Skipped/, receipt);
    expect(await within(receipt).findByText('1 of 2, filtered')).toBeDefined();
    expect(within(receipt).queryByText('find-way')).toBeNull();
    expect(history.location.search).toContain('items=skipped');
  });

  it('shows exactly what a server would start, beside what was allowed before', async () => {
    const inspector = await inspectorOf(maps.digest);
    const servers = within(inspector).getByRole('region', { name: 'Servers' });
    expect(servers.textContent).toContain('was alloweduvx tiles');
    expect(servers.textContent).toContain('now startsuvx tiles --rate 20');
    expect(servers.textContent).toContain('REGION=north');
  });

  it('shows what is different of the environment and the folder, where the command line is as it was', async () => {
    const [tiles] = maps.servers;
    if (tiles === undefined) throw new Error('It brings a server');
    const { command } = tiles;
    const env = { REGION: 'north', NODE_OPTIONS: '--require ./evil.js' };
    const previous = { command, env: { REGION: 'south', RATE: '5' }, cwd: null };
    const again = { ...maps, servers: [{ ...tiles, env, cwd: '/opt', previous }] };
    await renderConsole(
      { ...state, registry: anInstalledRegistry([again]) },
      `/packages?select=package:${maps.digest}`,
    );
    const servers = await screen.findByRole('region', { name: 'Servers' });
    expect(servers.textContent).toContain('was withREGION=southRATE=5');
    expect(servers.textContent).toContain("now withREGION=northNODE_OPTIONS='--require ./evil.js'");
    expect(servers.textContent).toContain('was inthe folder that the host choosesnow in/opt');
    expect(servers.textContent).not.toContain('As allowed before');
  });

  it('says that a server asks again although its command line is the one that was allowed', async () => {
    const [tiles] = maps.servers;
    if (tiles === undefined) throw new Error('It brings a server');
    const again = { ...maps, servers: [{ ...tiles, previous: tiles }] };
    await renderConsole(
      { ...state, registry: anInstalledRegistry([again]) },
      `/packages?select=package:${maps.digest}`,
    );
    const servers = await screen.findByRole('region', { name: 'Servers' });
    expect(servers.textContent).toContain('As allowed before');
    expect(servers.textContent).not.toContain('was allowed');
  });

  it('shows every decision about a server that the audit log has', async () => {
    const { host, tell } = await renderConsole(state, `/packages?select=package:${v2.digest}`);
    const summary = await screen.findByText('Decisions so far');
    const details = summary.closest('details');
    if (details === null) throw new Error('It is no disclosure');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    await waitFor(() =>
      expect(host.request('activity.read').params).toMatchObject({
        filter: { text: 'package.decide notebook of everything' },
      }),
    );
    const line = {
      sequence: 4,
      at: Date.now(),
      actor: 'operator' as const,
      command: 'package.decide',
      target: 'notebook of everything 0.9.0',
      outcome: 'done' as const,
      durationMs: 3,
      reason: 'not needed here',
      detail: 'refused',
    };
    await tell(() => host.answer('activity.read', { lines: [line], hasMore: false, matched: 1, total: 9 }));
    const decisions = screen.getByRole('list', { name: 'Decisions about notebook' });
    expect(decisions.textContent).toContain('left out0.9.0“not needed here”');
  });

  it('has a server decided about, with a reason', async () => {
    const { host } = await renderConsole(state, `/packages?select=package:${maps.digest}`);
    press('Decide about tiles…');
    const dialog = await screen.findByRole('dialog', { name: 'May tiles be started?' });
    expect(dialog.textContent).toContain('uvx tiles --rate 20');
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
      target: { value: ' known ' },
    });
    press('Leave out', dialog);
    expect(host.request('package.decide').params).toEqual({
      digest: maps.digest,
      server: 'tiles',
      decision: 'refused',
      reason: 'known',
    });
    host.answer('package.decide', {});
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says when and why a decision was made, and lets it be made again', async () => {
    const inspector = await inspectorOf(v2.digest);
    expect(inspector.textContent).toContain('“read it line by line”');
    press('Decide about notebook…', inspector);
    const dialog = await screen.findByRole('dialog', { name: 'May notebook be started?' });
    expect(within(dialog).getByRole('button', { name: 'Allow' }).hasAttribute('disabled')).toBe(true);
    expect(within(dialog).getByRole('button', { name: 'Leave out' }).hasAttribute('disabled')).toBe(false);
  });

  it('says why a version is still stored, and which generations hold it', async () => {
    const inspector = await inspectorOf(v1.digest);
    const kept = within(inspector).getByRole('list', { name: 'Kept by' });
    expect(kept.textContent).toContain('session ops');
    expect(within(inspector).getByRole('link', { name: 'Generation 1 of ops' })).toBeDefined();
    expect(within(inspector).queryByRole('button', { name: 'Delete…' })).toBeNull();
  });

  it('says that a version is gone', async () => {
    await renderConsole(state, '/packages?select=package:sha256:00');
    const inspector = await screen.findByRole('complementary', { name: 'Inspector' });
    expect(inspector.textContent).toContain('This version is not in the store');
  });
});

describe('taking packages away', () => {
  it('shows what a removal changes and who still uses it, before it is done', async () => {
    const { host } = await renderConsole(state, `/packages?select=package:${v2.digest}`);
    press('Remove…');
    const dialog = await screen.findByRole('dialog', { name: 'Remove notes?' });
    await waitFor(() => expect(host.request('package.plan').params).toEqual({ add: [], remove: ['notes'] }));
    const remove = within(dialog).getByRole('button', { name: 'Remove notes' });
    expect(remove.hasAttribute('disabled')).toBe(true);
    host.answer('package.plan', {
      base: 2,
      target: 3,
      packages: [{ change: 'removed', name: 'notes', from: versionOf(v2), to: null }],
      items: [],
      unchangedItems: 2,
      conflicts: [],
      undecided: [],
      sessions: ['demo'],
      deleted: [versionOf(v1)],
    });
    expect(await within(dialog).findByText('1 session keeps the old')).toBeDefined();
    expect(within(dialog).getByText(/^notes 1\.0\.0: nobody uses it/)).toBeDefined();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'done' } });
    fireEvent.click(remove);
    expect(host.request('package.apply').params).toEqual({
      add: [],
      remove: ['notes'],
      base: 2,
      reason: 'done',
    });
    host.refuse('package.apply', anError({ code: 'stale-plan', message: 'Another one was published.' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Another one was published.');
  });

  it('deletes a version that nobody uses, after it was named', async () => {
    const { host } = await renderConsole(state, '/packages');
    press('Delete notes 2.0.0…');
    const dialog = await screen.findByRole('dialog', { name: 'Delete notes 2.0.0?' });
    press('Delete', dialog);
    expect(host.request('package.forget').params).toEqual({ digest: spare.digest, reason: null });
    host.answer('package.forget', {});
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
