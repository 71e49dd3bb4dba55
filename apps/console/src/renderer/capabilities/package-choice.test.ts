import { describe, expect, it } from 'vitest';
import { anError } from '../test-state/builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { packageOptions, toggleFolder, withFolder } from './package-choice.js';

const known = ['v1', 'v2'].map((version, index) => ({
  folder: `/demo/${version}`,
  name: 'everything',
  version: `${index + 1}.0.0`,
  digest: digestOf(index),
  items: [],
  problem: null,
}));
const held = { name: 'everything', version: '1.0.0', digest: digestOf(0), folder: '/demo/v1' };

describe('choosing packages for a batch', () => {
  it('says which folder is in the current generation as it lies there now', () => {
    expect(packageOptions(known, [held]).map((option) => option.isCurrent)).toEqual([true, false]);
    const changed = packageOptions(known, [{ ...held, digest: digestOf(3) }]);
    expect(changed.map((option) => option.isCurrent)).toEqual([false, false]);
  });

  it('still lists a folder that the current generation holds but nobody names any more', () => {
    const options = packageOptions(known, [{ ...held, folder: '/elsewhere' }]);
    expect(options.at(-1)).toMatchObject({ folder: '/elsewhere', isCurrent: true });
  });

  it('lets go of one version of a package when another is chosen, and of nothing else', () => {
    const other = { folder: '/demo/other', name: 'other', version: '1', isCurrent: false, problem: null };
    const options = [...packageOptions(known, []), other];
    const [first, second] = options;
    if (first === undefined || second === undefined) throw new Error('Two versions are known');
    expect(toggleFolder(['/demo/v1', '/demo/other'], second, options)).toEqual(['/demo/other', '/demo/v2']);
    expect(toggleFolder(['/demo/v1'], first, options)).toEqual([]);
    const fresh = { folder: '/tmp/v3', name: 'everything' };
    expect(withFolder(['/demo/v1', '/demo/other'], fresh, options)).toEqual(['/demo/other', '/tmp/v3']);
  });

  it('carries the reason why a folder cannot be read', () => {
    const broken = { folder: '/b', name: 'b', version: '', digest: null, items: [], problem: anError() };
    const [option] = packageOptions([broken], []);
    expect(option?.problem?.code).toBe('adapter-failed');
  });
});
