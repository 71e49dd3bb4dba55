import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PackageRegistry } from '../../../src/registry/index.js';
import { idleServers, NEVER } from '../registry-builders.js';

const options = { signal: NEVER };

/** What holds of a registry that was opened after its process was killed, wherever it was. */
export async function expectSound(registry: PackageRegistry): Promise<void> {
  expect(await registry.verify(options)).toEqual({ checked: registry.versions().length, damaged: [] });
  const hexes = registry.versions().map(({ digest }) => digest.slice('sha256:'.length));
  const inRoot = (folder: string) => readdir(join(registry.root, folder));
  expect(await inRoot('incoming')).toEqual([]);
  expect(new Set(await inRoot('content'))).toEqual(new Set(hexes));
  const numbers = registry.generations().map(({ generation }) => generation);
  expect(await inRoot('generations')).toEqual(
    numbers.map((number) => `${`${number}`.padStart(20, '0')}.json`),
  );
  for (const { generation, packages } of registry.generations()) {
    const snapshot = await registry.snapshot({ generation, adapters: idleServers, ...options });
    expect(snapshot.packages.map(({ digest }) => digest)).toEqual(packages.map(({ digest }) => digest));
  }
}
