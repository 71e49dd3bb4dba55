import { describe, expect, it } from 'vitest';
import { cursor, packageSet, toolSet } from '../../test/set-builders.js';
import { CapabilityCeiling } from './capability-ceiling.js';
import { RunCapabilityBinding } from './run-capability-binding.js';

function bindingOf(set = packageSet(1, ['a']), maxToolRounds = 5): RunCapabilityBinding {
  return RunCapabilityBinding.of(set, CapabilityCeiling.create(set, { execution: { maxToolRounds } }));
}

describe('the binding of a run', () => {
  it('is stored with the cursor of its packages, or without any', () => {
    const stored = JSON.parse(JSON.stringify(bindingOf()));
    expect(Object.keys(stored)).toEqual([
      'schema',
      'capabilitySetSchema',
      'codeCatalogGeneration',
      'catalogDigest',
      'capabilityCeilingSchema',
      'capabilityCeilingDigest',
      'useGeneration',
    ]);
    expect(stored).toMatchObject({
      schema: 'a3s.code.run-capability-binding.v1',
      capabilitySetSchema: 'a3s.code.capability-set.v1',
      capabilityCeilingSchema: 'a3s.code.capability-ceiling.v1',
      useGeneration: { generation: 1 },
    });
    expect(RunCapabilityBinding.parse(stored).equals(bindingOf())).toBe(true);
    const plain = JSON.parse(JSON.stringify(bindingOf(toolSet(1, ['a']))));
    expect(Object.keys(plain)).not.toContain('useGeneration');
    expect(RunCapabilityBinding.parse(plain).useGeneration).toBeNull();
  });

  it.each([
    ['catalogDigest', { catalogDigest: 'sha256:xyz' }],
    ['capabilityCeilingDigest', { capabilityCeilingDigest: 7 }],
    ['codeCatalogGeneration', { codeCatalogGeneration: -1 }],
    ['schema', { schema: 'a3s.code.run-capability-binding.v2' }],
    ['useGeneration.revision', { useGeneration: { ...cursor().toJSON(), revision: 'x' } }],
    ['useGeneration', { useGeneration: null }],
  ])('is refused when %s is not as it should be', (field, change) => {
    expect(() => RunCapabilityBinding.parse({ ...bindingOf().toJSON(), ...change })).toThrow(
      expect.objectContaining({ name: 'RunCapabilityBindingError', code: 'invalid-field', field }),
    );
  });

  it.each([
    ['no object', 'binding'],
    ['an unknown key', { ...bindingOf().toJSON(), extra: 1 }],
  ])('cannot be read from %s', (_name, json) => {
    expect(() => RunCapabilityBinding.parse(json)).toThrow(expect.objectContaining({ code: 'encoding' }));
  });

  it.each([
    [
      'capabilities',
      bindingOf(packageSet(1, ['b'])),
      { catalogDigestMismatch: true, ceilingDigestMismatch: true, useGenerationMismatch: false },
    ],
    [
      'limits',
      bindingOf(packageSet(1, ['a']), 6),
      { catalogDigestMismatch: false, ceilingDigestMismatch: true, useGenerationMismatch: false },
    ],
    ['packages', bindingOf(packageSet(1, ['a'], cursor(2, 'a'))), { useGenerationMismatch: true }],
    ['a set from no packages', bindingOf(toolSet(1, ['a'])), { useGenerationMismatch: true }],
    [
      'generation',
      bindingOf(packageSet(2, ['a'])),
      { expectedGeneration: 1, actualGeneration: 2, catalogDigestMismatch: true },
    ],
  ])('is drift when the %s differ', (_name, actual, differences) => {
    expect(bindingOf().equals(actual)).toBe(false);
    expect(() => bindingOf().assertMatches(actual)).toThrow(
      expect.objectContaining({ code: 'content-drift', ...differences }),
    );
  });

  it('matches what is equal in every field', () => {
    expect(() => bindingOf().assertMatches(bindingOf())).not.toThrow();
  });
});
