import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { RegistryPlan } from '../../protocol/capability-package.js';
import { aGeneration, anError, aSession, aState } from '../test-state/builders.js';
import type { FakeHost } from '../test-state/fake-host.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import {
  anInstalledRegistry,
  anUndecidedConsent,
  aPackageItem,
  aPlan,
  aStoredPackage,
  versionOf,
} from '../test-state/package-builders.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';

afterEach(clearConsole);

const old = aStoredPackage({ name: 'notes', version: '1.0.0', digest: digestOf(0), state: 'kept' });
const current = aStoredPackage({ name: 'notes', version: '1.1.0', digest: digestOf(1) });
const fresh = aStoredPackage({
  name: 'notes',
  version: '1.2.0',
  digest: digestOf(2),
  state: 'unused',
  skipped: 1,
});
const notebook = anUndecidedConsent({ package: versionOf(fresh), server: 'notebook' });
const scanner = anUndecidedConsent({ package: versionOf(fresh), server: 'scanner' });
const state = aState({
  registry: anInstalledRegistry([old, current]),
  sessions: [aSession({ id: 'other' }), aSession()],
  generations: [aGeneration({ packages: [versionOf(current)] })],
});
const plan: RegistryPlan = aPlan({
  base: 1,
  target: 2,
  packages: [{ change: 'upgraded', name: 'notes', from: versionOf(current), to: versionOf(fresh) }],
  undecided: [notebook, scanner],
  sessions: ['demo'],
});
const skipped = aPackageItem({
  kind: 'hook',
  name: 'on-start',
  outcome: 'skipped',
  diagnostics: [{ path: 'hooks/hooks.json', line: 3, reason: 'Hooks are not run.' }],
});

/** Opens the dialog, and stores the folder that it begins with. */
async function storedInDialog(isNew = true) {
  const shown = await renderConsole(state, '/packages');
  fireEvent.click(screen.getByRole('button', { name: 'Install…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Install a package' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Store and compare' }));
  shown.host.answer('package.store', { package: fresh, items: [skipped], isNew });
  await waitFor(() => shown.host.request('package.plan'));
  return { ...shown, dialog };
}

async function plannedInDialog(found: RegistryPlan = plan) {
  const shown = await storedInDialog();
  shown.host.answer('package.plan', found);
  await within(shown.dialog).findByRole('region', { name: 'Plan' });
  return shown;
}

const forgotten = (host: FakeHost): number =>
  host.heard.filter((message) => message.type === 'request' && message.method === 'package.forget').length;

describe('installing a package', () => {
  it('stores a folder that the project suggests, or one that is typed', async () => {
    const { host } = await renderConsole(state, '/packages');
    fireEvent.click(screen.getByRole('button', { name: 'Install…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Install a package' });
    const store = within(dialog).getByRole('button', { name: 'Store and compare' });
    fireEvent.click(store);
    expect(host.request('package.store').params).toEqual({ folder: '/home/ada/demo/field-notes-1.0.0' });
    host.refuse('package.store', anError({ code: 'not-a-package' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('not-a-package');
    const field = within(dialog).getByRole('textbox', { name: 'Another folder' });
    fireEvent.change(field, { target: { value: ' /srv/notes ' } });
    expect(within(dialog).queryByRole('alert')).toBeNull();
    fireEvent.submit(field);
    expect(host.request('package.store').params).toEqual({ folder: '/srv/notes' });
  });

  it('shows what was skipped and why, what changes, and which sessions keep the old', async () => {
    const { host, dialog } = await plannedInDialog();
    host.answer('package.receipt', { items: [aPackageItem(), skipped] });
    const receipt = within(dialog).getByRole('region', { name: 'Receipt' });
    expect(await within(receipt).findByText(/Hooks are not run/)).toBeDefined();
    expect(receipt.textContent).toContain('hooks/hooks.json:3');
    const shown = within(dialog).getByRole('region', { name: 'Plan' });
    expect(shown.textContent).toContain('Package generation 1 → 2');
    expect(shown.textContent).toContain('notes 1.1.0 → 1.2.0');
    expect(within(shown).getByRole('row', { name: /added take-notes skill/ })).toBeDefined();
    expect(shown.textContent).toContain('1 session keeps the old');
  });

  it('puts it in force, then stores each decision, and offers the batches that come next', async () => {
    const { host, dialog, tell } = await plannedInDialog();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Allow notebook' }));
    expect(dialog.textContent).toContain('1 server undecided');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave scanner out' }));
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: 'new' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Upgrade notes 1.1.0 → 1.2.0' }));
    expect(host.request('package.apply').params).toEqual({
      add: [fresh.digest],
      remove: [],
      base: 1,
      reason: 'new',
    });
    expect(host.heard.some((said) => said.type === 'request' && said.method === 'package.decide')).toBe(
      false,
    );
    await tell(() => host.answer('package.apply', { generation: 2 }));
    expect(host.request('package.decide').params).toMatchObject({ server: 'notebook', decision: 'allowed' });
    await tell(() => host.answer('package.decide', {}));
    expect(host.request('package.decide').params).toEqual({
      digest: fresh.digest,
      server: 'scanner',
      decision: 'refused',
      reason: 'new',
    });
    await tell(() => host.answer('package.decide', {}));
    const next = within(dialog).getByRole('region', { name: 'Next step' });
    const offers = within(next).getAllByRole('button');
    expect(offers.map((offer) => offer.textContent)).toEqual(['Apply to demo…', 'Apply to other…']);
    expect(forgotten(host)).toBe(0);
    fireEvent.click(within(next).getByRole('button', { name: 'Apply to demo…' }));
    expect(await screen.findByRole('dialog', { name: 'Apply a batch to demo' })).toBeDefined();
  });

  it('keeps what was installed when a decision about it fails, and says so', async () => {
    const { host, dialog, tell } = await plannedInDialog();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Allow notebook' }));
    fireEvent.click(within(dialog).getByRole('button', { name: /^Upgrade notes/ }));
    await tell(() => host.answer('package.apply', { generation: 2 }));
    await tell(() => host.refuse('package.decide', anError({ code: 'unknown-server' })));
    expect(within(dialog).getByRole('alert').textContent).toContain('unknown-server');
    expect(dialog.textContent).toContain('in force in package generation 2');
  });

  it('cannot be done while there is a conflict, whose two sides are named', async () => {
    const { dialog } = await plannedInDialog({
      ...plan,
      conflicts: [
        { kind: 'mcp', publicName: 'notebook', packages: ['notes', 'maps'], message: 'Rename one of them.' },
      ],
    });
    expect(within(dialog).getByRole('alert').textContent).toContain(
      'notes and maps both bring the mcp notebook',
    );
    const button = within(dialog).getByRole('button', { name: /^Upgrade notes/ });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(dialog.textContent).toContain('1 conflict');
  });

  it('is planned again when something else was put in force meanwhile, and waits for that', async () => {
    const { host, dialog, tell } = await plannedInDialog();
    const button = within(dialog).getByRole('button', { name: /^Upgrade notes/ });
    await tell(() => host.event({ type: 'registry', registry: { ...state.registry, generation: 5 } }));
    expect(button.hasAttribute('disabled')).toBe(true);
    await tell(() => host.answer('package.plan', { ...plan, base: 5, target: 6 }));
    expect(within(dialog).getByText('Package generation 5 → 6')).toBeDefined();
    expect(button.hasAttribute('disabled')).toBe(false);
  });
});

describe('giving an installation up', () => {
  it('forgets what the dialog has stored', async () => {
    const { host, dialog } = await plannedInDialog();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(host.request('package.forget').params).toMatchObject({ digest: fresh.digest });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('forgets it too when another folder is chosen instead, or the dialog is closed by the keyboard', async () => {
    const { host, dialog } = await plannedInDialog();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Other folder' }));
    expect(forgotten(host)).toBe(1);
    expect(within(dialog).getByRole('textbox', { name: 'Another folder' })).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Store and compare' }));
    host.answer('package.store', { package: fresh, items: [], isNew: true });
    await within(dialog).findByRole('region', { name: 'Receipt' });
    fireEvent.keyDown(dialog, { key: 'Escape', code: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(forgotten(host)).toBe(2);
  });

  it('leaves alone what had been stored before', async () => {
    const { host, dialog } = await storedInDialog(false);
    expect(dialog.textContent).toContain('stored before');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(forgotten(host)).toBe(0);
  });

  it('takes back the storing that is under way', async () => {
    const { host } = await renderConsole(state, '/packages');
    fireEvent.click(screen.getByRole('button', { name: 'Install…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Install a package' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Store and compare' }));
    const { id } = host.request('package.store');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(host.heard.at(-1)).toEqual({ type: 'abort', id });
  });
});

it('puts an older stored version in force again, and says that this is a downgrade', async () => {
  const { host } = await renderConsole(state, '/packages');
  fireEvent.click(screen.getByRole('button', { name: 'Put notes 1.0.0 in force…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Put notes 1.0.0 in force' });
  await waitFor(() => expect(host.request('package.plan').params).toEqual({ add: [old.digest], remove: [] }));
  host.answer('package.plan', {
    ...plan,
    packages: [{ change: 'upgraded', name: 'notes', from: versionOf(current), to: versionOf(old) }],
    undecided: [],
  });
  const button = await within(dialog).findByRole('button', { name: 'Downgrade notes 1.1.0 → 1.0.0' });
  expect(within(dialog).queryByRole('button', { name: 'Other folder' })).toBeNull();
  fireEvent.click(button);
  expect(host.request('package.apply').params).toMatchObject({ add: [old.digest], base: 1 });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(forgotten(host)).toBe(0);
});
