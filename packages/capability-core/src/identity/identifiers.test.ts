import { describe, expect, it } from 'vitest';
import { cursor, descriptor, digestOf, thrownBy } from '../../test/set-builders.js';
import { CapabilityId } from './capability-id.js';
import { CapabilitySource } from './capability-source.js';
import { CodeCatalogGeneration } from './code-catalog-generation.js';
import { MAX_IDENTIFIER_BYTES, MAX_PACKAGE_VERSION_BYTES, MAX_PUBLIC_NAME_BYTES } from './limits.js';
import { Sha256Digest } from './sha256-digest.js';
import { compareUtf8, truncateUtf8 } from './text-rules.js';
import { UseCapabilityGeneration } from './use-capability-generation.js';
import { type UsePackage, UsePackageGeneration } from './use-package-generation.js';

const acmeTools: UsePackage = {
  packageId: 'acme/tools',
  componentId: 'use/acme-tools',
  route: 'tools',
  version: '1.0.0',
  lifecycleGeneration: 1,
  packageDigest: digestOf('d'),
  manifestDigest: digestOf('e'),
};

describe('identifiers', () => {
  it.each(['a', 'a-b_c.d/e', '0', 'a'.repeat(MAX_IDENTIFIER_BYTES), 'a..b'])('takes %j', (localId) => {
    expect(descriptor(localId, { publicName: 'x' }).id.localId).toBe(localId);
  });

  it.each(['', 'A', 'a b', 'é', '-a', 'a-', '.a', 'a/', '/a', 'a//b', 'a/./b', 'a/../b', 'a:b', 'a\n'])(
    'refuses %j',
    (localId) => {
      expect(thrownBy(() => descriptor(localId, { publicName: 'x' }))).toMatchObject({
        code: 'invalid-identifier',
        field: 'capability_local_id',
      });
    },
  );

  it.each([
    ['A'.repeat(MAX_IDENTIFIER_BYTES), 'invalid-identifier'],
    ['A'.repeat(MAX_IDENTIFIER_BYTES + 1), 'bound-exceeded'],
    ['é'.repeat(MAX_IDENTIFIER_BYTES / 2), 'invalid-identifier'],
    [`${'é'.repeat(MAX_IDENTIFIER_BYTES / 2)}A`, 'bound-exceeded'],
  ])('counts the bytes of %j before it looks at the characters', (localId, code) => {
    const max = code === 'bound-exceeded' ? { max: MAX_IDENTIFIER_BYTES } : {};
    expect(thrownBy(() => descriptor(localId, { publicName: 'x' }))).toMatchObject({
      code,
      field: 'capability_local_id',
      ...max,
    });
  });

  it('bounds a source id with its prefix', () => {
    const longest = 'a'.repeat(MAX_IDENTIFIER_BYTES - 'host/'.length);
    expect(CapabilitySource.host(longest, digestOf('a')).id).toHaveLength(MAX_IDENTIFIER_BYTES);
    expect(thrownBy(() => CapabilitySource.host(`${longest}a`, digestOf('a')))).toMatchObject({
      code: 'bound-exceeded',
      field: 'source_id',
      max: MAX_IDENTIFIER_BYTES,
    });
  });

  it('give each class of source its prefix', () => {
    expect(CapabilitySource.builtin('core', digestOf('a')).id).toBe('builtin/core');
    expect(CapabilitySource.session('core', digestOf('a')).id).toBe('session/core');
  });

  it('are read back from their display form, and nothing else is', () => {
    const id = descriptor('read', { kind: 'knowledge-surface' }).id;
    expect(CapabilityId.parse(id.toString()).equals(id)).toBe(true);
    for (const display of ['', 'host/a:tool', 'host/a:nothing:b', 'host/a:tool:b:c', 'host/a:tool:']) {
      expect(thrownBy(() => CapabilityId.parse(display))).toMatchObject({ code: 'invalid-identifier' });
    }
  });
});

describe('public names', () => {
  // U+FEFF is not white space, though trim() takes it for such.
  it.each(['a b', 'Ünïcode ✓', '\uFEFFa', 'é'.repeat(MAX_PUBLIC_NAME_BYTES / 2)])(
    'takes %j',
    (publicName) => {
      expect(descriptor('a', { publicName }).publicName).toBe(publicName);
    },
  );

  it.each(['', ' a', 'a\u00A0', 'a\u2003', 'a\u0000b', 'a\u007Fb', 'a\u0085', 'a\nb', 'a\uD800'])(
    'refuses %j',
    (publicName) => {
      expect(thrownBy(() => descriptor('a', { publicName }))).toMatchObject({
        code: 'invalid-identifier',
        field: 'public_name',
      });
    },
  );

  it('are bounded in bytes, not in characters', () => {
    expect(
      thrownBy(() => descriptor('a', { publicName: `${'é'.repeat(MAX_PUBLIC_NAME_BYTES / 2)}e` })),
    ).toMatchObject({
      code: 'bound-exceeded',
      field: 'public_name',
      max: MAX_PUBLIC_NAME_BYTES,
    });
  });
});

describe('digests', () => {
  it.each([
    '',
    'a'.repeat(64),
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'A'.repeat(64)}`,
    `sha256:${'a'.repeat(65)}`,
  ])('refuses %j', (text) => {
    expect(thrownBy(() => Sha256Digest.parse(text, 'revision'))).toMatchObject({
      code: 'invalid-digest',
      field: 'revision',
    });
  });

  it('hash bytes and text alike, whole or in pieces', () => {
    const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(Sha256Digest.ofText('abc')).toBe(abc);
    expect(Sha256Digest.of(Uint8Array.of(97, 98), Uint8Array.of(99))).toBe(abc);
  });
});

describe('generations', () => {
  it('of the catalog are safe integers from 0', () => {
    expect(CodeCatalogGeneration.of(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
    for (const value of [-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
      expect(thrownBy(() => CodeCatalogGeneration.of(value))).toMatchObject({
        code: 'invalid-generation',
        field: 'code_catalog_generation',
      });
    }
  });

  it('of Use may be 0, but not behind a package', () => {
    expect(cursor(0).generation).toBe(0);
    expect(thrownBy(() => cursor(-1))).toMatchObject({ code: 'invalid-generation' });
    expect(
      thrownBy(() => CapabilitySource.usePackage(cursor(0), new UsePackageGeneration(acmeTools))),
    ).toMatchObject({ code: 'invalid-generation', field: 'use_capability_generation' });
  });

  it('of Use are equal only in all three parts', () => {
    const one = cursor(1, 'a');
    expect(one.equals(cursor(1, 'a'))).toBe(true);
    expect(one.mismatch(new UseCapabilityGeneration(2, digestOf('a'), digestOf('e')))).toEqual({
      expectedGeneration: 1,
      actualGeneration: 2,
      revisionMismatch: false,
      registryRevisionMismatch: true,
    });
  });

  it('of Use are read back from JSON', () => {
    const one = cursor(3, 'b');
    expect(UseCapabilityGeneration.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
    expect(thrownBy(() => UseCapabilityGeneration.parse({ ...one.toJSON(), schema: 'other' }))).toMatchObject(
      {
        code: 'canonical-encoding',
        path: 'useGeneration.schema',
      },
    );
    expect(thrownBy(() => UseCapabilityGeneration.parse({ ...one.toJSON(), revision: 'x' }))).toMatchObject({
      code: 'invalid-digest',
      field: 'useGeneration.revision',
    });
  });

  it.each([
    [{ packageId: 'Acme' }, { code: 'invalid-identifier', field: 'package_id' }],
    [{ componentId: '' }, { code: 'invalid-identifier', field: 'component_id' }],
    [{ route: '/tools' }, { code: 'invalid-identifier', field: 'route' }],
    [{ version: ' 1' }, { code: 'invalid-identifier', field: 'package_version' }],
    [
      { version: '1'.repeat(MAX_PACKAGE_VERSION_BYTES + 1) },
      { code: 'bound-exceeded', field: 'package_version', max: 128 },
    ],
    [{ lifecycleGeneration: 0 }, { code: 'invalid-generation', field: 'lifecycle_generation' }],
  ])('of a package refuse %j', (flaw, expected) => {
    expect(thrownBy(() => new UsePackageGeneration({ ...acmeTools, ...flaw }))).toMatchObject(expected);
  });

  it('of a package take a version of 128 bytes', () => {
    const version = '1'.repeat(MAX_PACKAGE_VERSION_BYTES);
    expect(new UsePackageGeneration({ ...acmeTools, version }).version).toBe(version);
  });
});

describe('truncateUtf8', () => {
  it('cuts at a character and leaves short text alone', () => {
    expect(truncateUtf8('abc', 3)).toBe('abc');
    expect(truncateUtf8('a😀b', 4)).toBe('a');
    expect(truncateUtf8('a😀b', 5)).toBe('a😀');
  });
});

describe('compareUtf8', () => {
  it('orders by bytes, so that what comes late in Unicode comes late', () => {
    const ordered = ['', 'B', 'a', 'aa', 'b', '\u{e9}', '\u{ffff}', '\u{1f600}'];
    expect([...ordered].reverse().sort(compareUtf8)).toEqual(ordered);
    expect(compareUtf8('aa', 'aa')).toBe(0);
  });
});
