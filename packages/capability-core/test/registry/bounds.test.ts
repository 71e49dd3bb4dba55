import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sha256Digest } from '../../src/index.js';
import { systemClock } from '../../src/lifecycle/clock.js';
import {
  DEFAULT_PACKAGE_LIMITS,
  MAX_FORMAT_BYTES,
  MAX_ITEMS_PER_GENERATION,
  MAX_PACKAGES_PER_GENERATION,
  MAX_RECORD_BYTES,
} from '../../src/registry/limits.js';
import { makePlan } from '../../src/registry/publish-plan.js';
import { RegistryCore, type RegistrySettings } from '../../src/registry/registry-core.js';
import { openRoot } from '../../src/registry/store/open-root.js';
import { putRecord } from '../../src/registry/store/put-record.js';
import type { Receipt } from '../../src/registry/store/record-schemas.js';
import { RegistryPaths } from '../../src/registry/store/registry-paths.js';
import { RegistryState } from '../../src/registry/store/registry-state.js';
import { sealRecord } from '../../src/registry/store/sealed-record.js';
import { CONTEXT_PROVIDERS_MAX } from '../../src/session/limits.js';
import { openRegistry, temporaryFolder } from './registry-builders.js';

/** The receipt of a package that brings nothing but skills. */
function receiptNamed(name: string, order: number, skills = 0): Receipt {
  const digest = Sha256Digest.ofText(name);
  return {
    name,
    version: '1.0.0',
    digest,
    format: 'claude-code-plugin',
    reader: 1,
    manifestDigest: digest,
    folderName: name,
    sources: [{ type: 'folder', path: `/packages/${name}` }],
    order,
    installedAt: 0,
    limits: { ...DEFAULT_PACKAGE_LIMITS },
    files: [],
    items: [],
    skills: Array.from({ length: skills }, (_, skill) => ({
      skill: {
        name: `skill-${skill}`,
        description: 'd',
        disableModelInvocation: false,
        kind: 'instruction',
        tags: [],
      },
      path: `skills/skill-${skill}/SKILL.md`,
      digest,
    })),
    servers: [],
    values: [],
  };
}

function coreOf(receipts: readonly Receipt[]): RegistryCore {
  const paths = new RegistryPaths('/registry');
  const state = new RegistryState(paths);
  for (const receipt of receipts) state.setReceipt(receipt);
  const settings: RegistrySettings = {
    limits: DEFAULT_PACKAGE_LIMITS,
    variables: new Set(),
    firstArgument: 0,
    keepGenerations: 5,
    strict: false,
    clock: systemClock,
    step: () => undefined,
  };
  return new RegistryCore(paths, settings, state);
}

test('a generation has at most as many packages as a set has sources', () => {
  const receipts = Array.from({ length: MAX_PACKAGES_PER_GENERATION + 1 }, (_, order) =>
    receiptNamed(`package-${order}`, order),
  );
  const core = coreOf(receipts);
  const digests = receipts.map(({ digest }) => digest);
  expect(makePlan(core, { add: digests.slice(1) }).packages).toHaveLength(MAX_PACKAGES_PER_GENERATION);
  expect(() => makePlan(core, { add: digests })).toThrow(
    expect.objectContaining({ code: 'package-limit-exceeded', limit: MAX_PACKAGES_PER_GENERATION }),
  );
});

test('a generation has at most as many items as a set has capabilities', () => {
  const [all, one] = [receiptNamed('all', 1, MAX_ITEMS_PER_GENERATION), receiptNamed('one', 2, 1)];
  const core = coreOf([all, one]);
  expect(makePlan(core, { add: [all.digest] }).items).toHaveLength(MAX_ITEMS_PER_GENERATION);
  expect(() => makePlan(core, { add: [all.digest, one.digest] })).toThrow(
    expect.objectContaining({ code: 'package-limit-exceeded', limit: MAX_ITEMS_PER_GENERATION }),
  );
});

test('a generation has at most as many contexts as one run may have', () => {
  const receipts = Array.from({ length: CONTEXT_PROVIDERS_MAX + 1 }, (_, order): Receipt => {
    const receipt = receiptNamed(`package-${order}`, order);
    const { digest } = receipt;
    return { ...receipt, values: [{ kind: 'context', name: 'AGENTS.md', path: 'AGENTS.md', digest }] };
  });
  const core = coreOf(receipts);
  const digests = receipts.map(({ digest }) => digest);
  expect(makePlan(core, { add: digests.slice(1) }).items).toHaveLength(CONTEXT_PROVIDERS_MAX);
  expect(() => makePlan(core, { add: digests })).toThrow(
    expect.objectContaining({ code: 'package-limit-exceeded', limit: CONTEXT_PROVIDERS_MAX }),
  );
});

test('a record may take 16 MiB, and no more is written or read', async () => {
  const paths = await openRoot(await temporaryFolder());
  const place = { path: join(paths.receipts, `${'a'.repeat(64)}.json`), written: () => undefined };
  const empty = Buffer.byteLength(sealRecord({ text: '' }));
  const recordOf = (bytes: number) => ({ text: 'x'.repeat(bytes - empty) });
  await putRecord(paths, place, recordOf(MAX_RECORD_BYTES));
  await expect(putRecord(paths, place, recordOf(MAX_RECORD_BYTES + 1))).rejects.toMatchObject({
    code: 'byte-limit-exceeded',
    limit: MAX_RECORD_BYTES,
  });
  const damageOf = async () => (await openRegistry(paths.root)).versions()[0]?.damage;
  expect(await damageOf()).not.toContain('at most');
  await writeFile(place.path, '');
  await truncate(place.path, MAX_RECORD_BYTES + 1);
  expect(await damageOf()).toContain(`at most ${MAX_RECORD_BYTES}`);
}, 60_000);

test.each([
  ['as long as it may be is read', MAX_FORMAT_BYTES, null],
  ['a byte longer is taken for damage', MAX_FORMAT_BYTES + 1, 'registry-damaged'],
])('a file that tells the format of a registry and is %s', async (_, bytes, code) => {
  const { root, format } = await openRoot(await temporaryFolder());
  const text = await readFile(format, 'utf8');
  await writeFile(format, text + ' '.repeat(bytes - text.length));
  const opened = openRegistry(root);
  if (code === null) expect((await opened).versions()).toEqual([]);
  else await expect(opened).rejects.toMatchObject({ code, path: 'registry.json' });
});
