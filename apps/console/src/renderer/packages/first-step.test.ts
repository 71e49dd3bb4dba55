import { describe, expect, it } from 'vitest';
import { aBatch, aGeneration, aSession, aState } from '../test-state/builders.js';
import { anInstalledRegistry, aRegistry, aStoredPackage } from '../test-state/package-builders.js';
import { firstStep } from './first-step.js';

const installed = anInstalledRegistry([aStoredPackage()]);

describe('the next step of somebody who begins', () => {
  it('is to install a package while none is there', () => {
    expect(firstStep(aState({ sessions: [aSession()] }))).toEqual({ kind: 'install' });
    expect(firstStep(aState({ registry: aRegistry() }))).toEqual({ kind: 'install' });
  });

  it('is a batch for the newest open session without a generation', () => {
    const sessions = [aSession({ id: 'a' }), aSession({ id: 'b' }), aSession({ id: 'c', state: 'closed' })];
    expect(firstStep(aState({ registry: installed, sessions }))).toEqual({ kind: 'apply', session: 'b' });
    const generations = [aGeneration({ session: 'b' })];
    expect(firstStep(aState({ registry: installed, sessions, generations }))).toMatchObject({ session: 'a' });
    expect(firstStep(aState({ registry: installed, sessions, generations }), 'b')).toBeNull();
  });

  it('is none for a session whose first batch is being applied, and is again once that has failed', () => {
    const begun = { registry: installed, sessions: [aSession()] };
    expect(firstStep(aState({ ...begun, batches: [aBatch()] }))).toBeNull();
    const failed = aBatch({ state: 'rolled-back', endedAt: 1 });
    expect(firstStep(aState({ ...begun, batches: [failed] }))).toEqual({ kind: 'apply', session: 'demo' });
  });

  it('is none once everything has a generation, nor where somebody took all packages away', () => {
    const under = { sessions: [aSession()], generations: [aGeneration()] };
    expect(firstStep(aState({ ...under, registry: installed }))).toBeNull();
    const emptied = anInstalledRegistry([aStoredPackage({ state: 'kept' })]);
    expect(firstStep(aState({ ...under, registry: emptied }))).toBeNull();
  });

  it('is to install where packages are stored but none is in force, and a session waits for one', () => {
    const spare = anInstalledRegistry([aStoredPackage({ state: 'unused' })]);
    expect(firstStep(aState({ registry: spare, sessions: [aSession()] }))).toEqual({ kind: 'install' });
  });
});
