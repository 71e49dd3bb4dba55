import type { StoredPackage } from '../src/protocol/capability-package.js';
import type { MethodResult } from '../src/protocol/methods.js';
import type { ConsolePage } from './console-page.js';

/** Stores a folder, as a person does that chooses it. */
export async function stored(page: ConsolePage, folder: string): Promise<StoredPackage> {
  return (await page.ask('package.store', { folder })).package;
}

/** Allows every server of a version. */
export async function allowAll(page: ConsolePage, { digest, servers }: StoredPackage): Promise<void> {
  for (const { server } of servers) {
    await page.ask('package.decide', { digest, server, decision: 'allowed', reason: null });
  }
}

/** Puts stored versions in force, where they are not yet. Returns the package generation that has them. */
export async function inForce(page: ConsolePage, versions: readonly StoredPackage[]): Promise<number> {
  const { registry } = page.state;
  const current = registry.generations.at(-1)?.packages.map(({ digest }) => digest) ?? [];
  const add = versions.map(({ digest }) => digest).filter((digest) => !current.includes(digest));
  if (add.length === 0) return registry.generation;
  const change = { add, remove: [], base: registry.generation, reason: null };
  return (await page.ask('package.apply', change)).generation;
}

/** Stores folders, allows their servers and puts them in force. Returns what a batch of them is made of. */
export async function installed(
  page: ConsolePage,
  folders: readonly string[],
): Promise<{ readonly packageGeneration: number; readonly packages: string[] }> {
  const versions: StoredPackage[] = [];
  for (const folder of folders) versions.push(await stored(page, folder));
  for (const version of versions) await allowAll(page, version);
  return {
    packageGeneration: await inForce(page, versions),
    packages: versions.map(({ name }) => name),
  };
}

/** Installs folders and applies a batch of them, and of nothing else. */
export async function applied(
  page: ConsolePage,
  session: string,
  folders: readonly string[],
  reason: string | null = null,
): Promise<MethodResult<'batch.apply'>> {
  return page.ask('batch.apply', { session, ...(await installed(page, folders)), reason });
}
