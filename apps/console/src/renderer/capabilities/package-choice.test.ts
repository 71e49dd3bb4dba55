import { describe, expect, it } from 'vitest';
import { digestOf } from '../test-state/moments-and-digests.js';
import { aPackageGeneration, aPackageVersion } from '../test-state/package-builders.js';
import {
  firstChoice,
  firstGeneration,
  packageOptions,
  packagesThatGo,
  togglePackage,
} from './package-choice.js';

const notes = aPackageVersion({ name: 'notes', version: '1.0.0', digest: digestOf(0) });
const maps = aPackageVersion({ name: 'maps', version: '2.0.0', digest: digestOf(1) });
const radio = aPackageVersion({ name: 'radio', version: '3.0.0', digest: digestOf(2) });
const newest = aPackageGeneration({
  generation: 4,
  packages: [maps, { ...notes, version: '1.1.0', digest: digestOf(3) }],
});

describe('choosing the packages of a batch', () => {
  it('says of each package what the session has of it now', () => {
    const options = packageOptions(newest, [notes, maps]);
    expect(options.map(({ name, held, heldVersion }) => [name, held, heldVersion])).toEqual([
      ['maps', 'same', '2.0.0'],
      ['notes', 'other', '1.0.0'],
    ]);
    expect(packageOptions(newest, []).map((option) => option.held)).toEqual(['none', 'none']);
  });

  it('begins with what the session has and what was installed since, and leaves out what was left out', () => {
    const before = aPackageGeneration({ generation: 3, packages: [notes] });
    expect(firstChoice(newest, [notes], before)).toEqual(['maps', 'notes']);
    expect(firstChoice(newest, [radio], before)).toEqual(['maps']);
    expect(firstChoice(newest, [notes], newest)).toEqual(['notes']);
    expect(firstChoice(newest, [notes], undefined)).toEqual(['notes']);
  });

  it('takes nothing for new that was taken away after an older package generation', () => {
    const later = aPackageGeneration({ generation: 5, packages: [notes] });
    expect(firstChoice(newest, [notes], later)).toEqual(['notes']);
  });

  it('begins with everything for a session that has nothing', () => {
    expect(firstChoice(newest, [], undefined)).toEqual(['maps', 'notes']);
  });

  it('names what the session has and the package generation has not', () => {
    expect(packagesThatGo(newest, [radio, notes])).toEqual([radio]);
  });

  it('ticks and unticks', () => {
    expect(togglePackage(['notes'], 'maps')).toEqual(['notes', 'maps']);
    expect(togglePackage(['notes', 'maps'], 'notes')).toEqual(['maps']);
  });

  it('begins at the newest package generation, or at the one that is asked for while it is stored', () => {
    const generations = [aPackageGeneration({ generation: 3 }), newest];
    expect(firstGeneration(generations, undefined)?.generation).toBe(4);
    expect(firstGeneration(generations, { packageGeneration: 3, packages: [] })?.generation).toBe(3);
    expect(firstGeneration(generations, { packageGeneration: 2, packages: [] })?.generation).toBe(4);
    expect(firstGeneration([], undefined)).toBeUndefined();
  });
});
