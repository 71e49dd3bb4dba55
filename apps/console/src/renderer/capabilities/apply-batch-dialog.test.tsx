import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { BatchPreview } from '../../protocol/batch.js';
import { openDialog } from '../navigation/dialogs.js';
import { aBatch, aGeneration, anError, aSession, aState } from '../test-state/builders.js';
import { aCatalogEntry } from '../test-state/catalog-builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import {
  aConsent,
  anInstalledRegistry,
  anUndecidedConsent,
  aPackageGeneration,
  aStoredPackage,
  versionOf,
} from '../test-state/package-builders.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';

afterEach(clearConsole);

const old = aStoredPackage({ name: 'notes', version: '1.0.0', digest: digestOf(0), state: 'kept' });
const notes = aStoredPackage({ name: 'notes', version: '1.1.0', digest: digestOf(1) });
const maps = aStoredPackage({ name: 'maps', version: '2.0.0', digest: digestOf(2) });
const registry = anInstalledRegistry([old, notes, maps], {
  generation: 3,
  generations: [
    aPackageGeneration({ generation: 2, packages: [versionOf(old)], cause: 'the first' }),
    aPackageGeneration({ generation: 3, packages: [versionOf(maps), versionOf(notes)], cause: 'a newer' }),
  ],
});
const state = aState({
  registry,
  sessions: [aSession()],
  generations: [aGeneration({ packages: [versionOf(old)], useGeneration: 3 })],
});
const echo = aCatalogEntry();
const preview: BatchPreview = {
  base: { generation: 1, digest: digestOf(1) },
  target: { generation: 2, digest: digestOf(2) },
  packageGeneration: 3,
  packages: [versionOf(notes)],
  undecided: [],
  refused: [],
  waves: [['notes:mcp:notebook'], ['notes:tool:echo']],
  changes: [
    {
      change: 'replaced',
      id: echo.id,
      kind: 'tool',
      publicName: 'echo',
      from: echo,
      to: { ...echo, surfaceDigest: digestOf(3) },
    },
  ],
  unchanged: 3,
  pinnedRuns: ['r-wait'],
};
const undecided = anUndecidedConsent({ package: versionOf(notes), server: 'notebook' });

async function opened(from = state, preset?: Parameters<typeof openDialog>[0]) {
  const shown = await renderConsole(from, '/capabilities/demo');
  act(() => openDialog(preset ?? { kind: 'apply-batch', session: 'demo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Apply a batch to demo' });
  return { ...shown, dialog };
}
const ticked = (dialog: HTMLElement): readonly string[] =>
  within(dialog)
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((box) => box.checked)
    .map((box) => box.closest('label')?.textContent ?? '');
const applyButton = (dialog: HTMLElement): HTMLElement =>
  within(dialog).getByRole('button', { name: /^Apply/ });

describe('choosing a batch', () => {
  it('begins with what the session has of the newest package generation, and with what is new', async () => {
    const { dialog } = await opened({
      ...state,
      generations: [aGeneration({ packages: [versionOf(old)], useGeneration: 2 })],
    });
    expect(ticked(dialog)).toEqual(['maps 2.0.0not in it now', 'notes 1.1.0now 1.0.0']);
  });

  it('leaves unticked what the session was left without, until it is ticked', async () => {
    const { host, dialog } = await opened();
    const source = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Package generation' });
    expect(source.value).toBe('3');
    expect(source.selectedOptions[0]?.textContent).toMatch(/^3 · in force · .* · a newer$/);
    expect(ticked(dialog)).toEqual(['notes 1.1.0now 1.0.0']);
    await waitFor(() =>
      expect(host.request('batch.preview').params).toEqual({
        session: 'demo',
        packageGeneration: 3,
        packages: ['notes'],
      }),
    );
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /^maps 2\.0\.0/ }));
    await waitFor(() =>
      expect(host.request('batch.preview').params).toMatchObject({ packages: ['maps', 'notes'] }),
    );
  });

  it('begins with everything for a session that has nothing', async () => {
    const { dialog } = await opened({ ...state, generations: [] });
    expect(ticked(dialog)).toHaveLength(2);
  });

  it('takes an older package generation, whose packages are other versions', async () => {
    const { host, dialog } = await opened();
    const source = within(dialog).getByRole('combobox', { name: 'Package generation' });
    fireEvent.change(source, { target: { value: '2' } });
    expect(ticked(dialog)).toEqual(['notes 1.0.0as it is now']);
    await waitFor(() =>
      expect(host.request('batch.preview').params).toMatchObject({
        packageGeneration: 2,
        packages: ['notes'],
      }),
    );
  });

  it('says which package goes, because the package generation has it no more', async () => {
    const generations = [aGeneration({ packages: [versionOf(maps)] })];
    const { dialog } = await opened({ ...state, generations });
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'Package generation' }), {
      target: { value: '2' },
    });
    expect(dialog.textContent).toContain('maps 2.0.0not in this package generation: it goes');
  });

  it('begins with the choice that it was opened with', async () => {
    const preset = { packageGeneration: 2, packages: ['notes'] };
    const { host, dialog } = await opened(
      { ...state, generations: [] },
      { kind: 'apply-batch', session: 'demo', preset },
    );
    expect(ticked(dialog)).toEqual(['notes 1.0.0not in it now']);
    await waitFor(() =>
      expect(host.request('batch.preview').params).toMatchObject({
        packageGeneration: 2,
        packages: ['notes'],
      }),
    );
  });

  it('sends somebody without any package to the dialog that installs one', async () => {
    const { dialog } = await opened(aState({ sessions: [aSession()] }));
    expect(within(dialog).queryByRole('button', { name: /^Apply/ })).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Install…' }));
    expect(await screen.findByRole('dialog', { name: 'Install a package' })).toBeDefined();
  });

  it('asks for at least one package where the session has none', async () => {
    const { dialog } = await opened({ ...state, generations: [] });
    for (const box of within(dialog).getAllByRole('checkbox')) fireEvent.click(box);
    expect(dialog.textContent).toContain('Choose at least one package');
    expect(applyButton(dialog).hasAttribute('disabled')).toBe(true);
  });
});

describe('applying a batch', () => {
  it('shows what it changes and who keeps the old, applies it with a reason, and hands over to the board', async () => {
    const { host, dialog, tell } = await opened();
    host.answer('batch.preview', preview);
    const shown = await within(dialog).findByRole('region', { name: 'Preview' });
    expect(shown.textContent).toContain('Generation 1 → 2');
    expect(shown.textContent).toContain('1 run stays pinned');
    expect(within(shown).getByRole('row', { name: /replaced echo tool/ })).toBeDefined();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'newer' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply as generation 2' }));
    expect(host.request('batch.apply').params).toEqual({
      session: 'demo',
      packageGeneration: 3,
      packages: ['notes'],
      reason: 'newer',
    });
    await tell(() => host.event({ type: 'batch', batch: aBatch() }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('region', { name: 'Batch for generation 2' })).toBeDefined();
  });

  it('leads from any other screen to the board', async () => {
    const { host, tell, history } = await renderConsole(state, '/packages');
    act(() => openDialog({ kind: 'apply-batch', session: 'demo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Apply a batch to demo' });
    await waitFor(() => host.request('batch.preview'));
    host.answer('batch.preview', preview);
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Apply as generation 2' }));
    await tell(() => host.event({ type: 'batch', batch: aBatch() }));
    expect(await screen.findByRole('region', { name: 'Batch for generation 2' })).toBeDefined();
    expect(history.location.pathname).toBe('/capabilities/demo');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to the board of a batch that has failed before it was seen to begin', async () => {
    const { host, dialog, tell } = await opened();
    host.answer('batch.preview', preview);
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Apply as generation 2' }));
    const error = anError({ code: 'did-not-start', message: 'There is no such program.' });
    await tell(() => {
      host.event({ type: 'batch', batch: aBatch({ state: 'rolled-back', endedAt: 1, error }) });
      host.refuse('batch.apply', error);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('region', { name: 'Batch for generation 2' })).toBeDefined();
  });

  it('stays open when another page begins a batch, and waits for its end', async () => {
    const { host, dialog, tell } = await opened();
    host.answer('batch.preview', preview);
    await within(dialog).findByRole('button', { name: 'Apply as generation 2' });
    await tell(() => host.event({ type: 'batch', batch: aBatch() }));
    expect(dialog.textContent).toContain('Another batch is being applied');
    expect(applyButton(dialog).hasAttribute('disabled')).toBe(true);
    await tell(() => host.event({ type: 'batch', batch: aBatch({ state: 'cancelled', endedAt: 1 }) }));
    expect(dialog.textContent).not.toContain('Another batch is being applied');
    expect(applyButton(dialog).hasAttribute('disabled')).toBe(false);
  });

  it('shows a refusal where it was asked for', async () => {
    const { host, dialog } = await opened();
    host.answer('batch.preview', preview);
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Apply as generation 2' }));
    host.refuse('batch.apply', anError({ code: 'name-conflict', message: 'Two tools are named echo.' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Two tools are named echo.');
  });

  it('waits until every server was decided about, which is done right there', async () => {
    const { host, dialog, tell } = await opened();
    host.answer('batch.preview', { ...preview, undecided: [undecided] });
    const servers = await within(dialog).findByRole('list', { name: 'Servers to decide about' });
    expect(servers.textContent).toContain('node server.js stdio');
    expect(applyButton(dialog).hasAttribute('disabled')).toBe(true);
    expect(dialog.textContent).toContain('Decide about 1 server first');
    fireEvent.click(within(servers).getByRole('button', { name: 'Allow notebook' }));
    expect(host.request('package.decide').params).toEqual({
      digest: notes.digest,
      server: 'notebook',
      decision: 'allowed',
      reason: null,
    });
    await tell(() => {
      host.event({ type: 'registry', registry: { ...registry } });
      host.answer('package.decide', {});
    });
    await tell(() => host.answer('batch.preview', preview));
    expect(dialog.textContent).not.toContain('Decide about');
    expect(applyButton(dialog).hasAttribute('disabled')).toBe(false);
  });

  it('says at the server why a decision was refused', async () => {
    const { host, dialog } = await opened();
    host.answer('batch.preview', { ...preview, undecided: [undecided] });
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Leave notebook out' }));
    host.refuse('package.decide', anError({ code: 'unknown-package' }));
    const servers = within(dialog).getByRole('list', { name: 'Servers to decide about' });
    expect((await within(servers).findByRole('alert')).textContent).toContain('unknown-package');
  });

  it('lists the servers that it leaves out, and lets them be allowed after all', async () => {
    const { host, dialog } = await opened();
    const refused = aConsent({ package: versionOf(notes), server: 'scanner', decision: 'refused' });
    host.answer('batch.preview', { ...preview, refused: [refused] });
    const servers = await within(dialog).findByRole('list', { name: 'Servers left out' });
    expect(applyButton(dialog).hasAttribute('disabled')).toBe(false);
    fireEvent.click(within(servers).getByRole('button', { name: 'Allow scanner' }));
    expect(host.request('package.decide').params).toMatchObject({ server: 'scanner', decision: 'allowed' });
  });
});
