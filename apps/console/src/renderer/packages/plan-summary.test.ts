import { describe, expect, it } from 'vitest';
import { digestOf } from '../test-state/moments-and-digests.js';
import { aPackageVersion, aPlan } from '../test-state/package-builders.js';
import {
  installationTitle,
  plannedChanges,
  planObstacle,
  replacedBy,
  versionChangeState,
  versionChangeText,
} from './plan-summary.js';

const v1 = aPackageVersion({ name: 'notes', version: '1.0.0', digest: digestOf(0) });
const v2 = aPackageVersion({ name: 'notes', version: '1.1.0', digest: digestOf(1) });
const otherV1 = { ...v1, digest: digestOf(2) };
const maps = aPackageVersion({ name: 'maps', version: '3.0.0', digest: digestOf(3) });

const plan = aPlan({
  packages: [
    { change: 'upgraded', name: 'notes', from: v1, to: v2 },
    { change: 'removed', name: 'maps', from: maps, to: null },
    { change: 'unchanged', name: 'radio', from: maps, to: maps },
  ],
});

describe('the button that puts a version in force', () => {
  it('says what will happen', () => {
    expect(installationTitle(null, v1)).toBe('Install notes 1.0.0');
    expect(installationTitle(v1, v2)).toBe('Upgrade notes 1.0.0 → 1.1.0');
    expect(installationTitle(v2, v1)).toBe('Downgrade notes 1.1.0 → 1.0.0');
  });

  it('tells two contents of one version apart by their digests', () => {
    expect(installationTitle(v1, otherV1)).toBe('Replace notes 1.0.0, f00dfeed… → b62cbc2a…');
  });

  it('says when there is nothing to do', () => {
    expect(installationTitle(v1, { ...v1 })).toBe('In force already: notes 1.0.0');
  });
});

describe('a plan', () => {
  it('is summed up as the history will tell it', () => {
    const changes = plannedChanges(plan);
    expect(changes.map(versionChangeText)).toEqual(['notes 1.0.0 → 1.1.0', 'maps 3.0.0']);
    expect(changes.map(versionChangeState)).toEqual(['upgraded', 'removed']);
    const [back] = plannedChanges(
      aPlan({ packages: [{ change: 'upgraded', name: 'notes', from: v2, to: v1 }] }),
    );
    if (back === undefined) throw new Error('Something changes');
    expect(versionChangeState(back)).toBe('downgraded');
    expect(replacedBy(plan, 'notes')).toEqual(v1);
    expect(replacedBy(plan, 'unknown')).toBeNull();
  });

  it('tells another content of the same version', () => {
    const [change] = plannedChanges(
      aPlan({ packages: [{ change: 'upgraded', name: 'notes', from: v1, to: otherV1 }] }),
    );
    if (change === undefined) throw new Error('Something changes');
    expect(versionChangeText(change)).toBe('notes 1.0.0 with other content');
    expect(versionChangeState(change)).toBe('replaced');
  });

  it('cannot be carried out with a conflict, nor when nothing would change', () => {
    expect(planObstacle(plan)).toBeNull();
    const conflict = { kind: 'mcp', publicName: 'notebook', packages: ['notes', 'maps'], message: 'Both.' };
    expect(planObstacle({ ...plan, conflicts: [conflict] })).toBe('1 conflict');
    expect(planObstacle({ ...plan, conflicts: [conflict, conflict] })).toBe('2 conflicts');
    const same = aPlan({ packages: [{ change: 'unchanged', name: 'notes', from: v1, to: v1 }] });
    expect(planObstacle(same)).toBe('nothing would change');
  });
});
