import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { aGeneration, aSession, aState } from '../test-state/builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { anInstalledRegistry, aPackageVersion, aStoredPackage } from '../test-state/package-builders.js';
import { clearConsole, renderConsole } from '../test-state/render-console.js';
import { SESSIONS_NAMED_MAX } from './limits.js';

afterEach(clearConsole);

const older = aPackageVersion({ version: '0.9.0', digest: digestOf(2) });
const behind = (count: number) => {
  const ids = Array.from({ length: count }, (_, index) => `s${index}`);
  return aState({
    registry: anInstalledRegistry([aStoredPackage()]),
    sessions: ids.map((id) => aSession({ id })),
    generations: ids.map((session) => aGeneration({ session, packages: [older] })),
  });
};
const hint = (): HTMLElement => screen.getByRole('region', { name: 'Sessions behind' });

describe('sessions that are behind what is in force', () => {
  it('are named up to a bound, and counted beyond it', async () => {
    await renderConsole(behind(SESSIONS_NAMED_MAX), '/overview');
    expect(within(hint()).getAllByRole('button')).toHaveLength(SESSIONS_NAMED_MAX);
    expect(hint().textContent).not.toContain('more');
    clearConsole();
    await renderConsole(behind(SESSIONS_NAMED_MAX + 1), '/overview');
    expect(within(hint()).getAllByRole('button')).toHaveLength(SESSIONS_NAMED_MAX);
    expect(hint().textContent).toContain('and 1 more');
  });

  it('lead to a batch of what is in force', async () => {
    await renderConsole(behind(1), '/overview');
    fireEvent.click(within(hint()).getByRole('button', { name: 'Apply to s0…' }));
    expect(await screen.findByRole('dialog', { name: 'Apply a batch to s0' })).toBeDefined();
  });

  it('are not mentioned where there is none', async () => {
    await renderConsole(aState(), '/overview');
    expect(screen.queryByRole('region', { name: 'Sessions behind' })).toBeNull();
  });
});
