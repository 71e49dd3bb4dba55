import { describe, expect, it } from 'vitest';
import { compareVersions, versionRelation } from './version-order.js';

describe('the order of versions', () => {
  it('is that of their numbers, not of their letters', () => {
    const sorted = ['1.10.0', '1.9.0', '1.0.0', '0.99'].sort(compareVersions);
    expect(sorted).toEqual(['0.99', '1.0.0', '1.9.0', '1.10.0']);
  });

  it('puts a pre-release before what it leads to, and ignores what was built when', () => {
    const sorted = ['1.0.0', '1.0.0-rc.10', '1.0.0-rc.9', '0.9.9'].sort(compareVersions);
    expect(sorted).toEqual(['0.9.9', '1.0.0-rc.9', '1.0.0-rc.10', '1.0.0']);
    expect(compareVersions('1.0.0+monday', '1.0.0+friday')).toBe(0);
  });

  it('says of a version that is not in force how it stands to the one that is', () => {
    expect(versionRelation('1.0.0', '1.1.0')).toBe('older');
    expect(versionRelation('2.0.0', '1.1.0')).toBe('newer');
    expect(versionRelation('1.1.0', '1.1.0')).toBe('other content');
  });
});
