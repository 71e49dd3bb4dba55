import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PackageError } from './package-error.js';
import { type PackageFolder, readPackageFolder } from './package-folder.js';
import type { RegistryCore } from './registry-core.js';
import { copyContent } from './store/content-copy.js';
import { putRecord } from './store/put-record.js';
import { displaceFolder, placeFolder, removeFolder } from './store/read-only-folder.js';
import { receiptOf } from './store/receipt.js';
import type { Receipt } from './store/record-schemas.js';
import { readStoredContent } from './store/stored-content.js';
import { type PackageSource, type StoredPackage, sourceText } from './stored-package.js';
import { strictRefusal } from './strict-refusal.js';

/** How a folder is installed. */
export interface FolderInstallation {
  readonly signal: AbortSignal;
  /** Whether an item that is not loaded as it should be refuses the whole package. */
  readonly strict: boolean;
  /** Where the folder's content came from; the folder itself when absent. */
  readonly source?: PackageSource;
}

/** Copies a folder into the store. See `PackageRegistry.install`. */
export async function installFolder(
  core: RegistryCore,
  folder: string,
  { signal, strict, source: given }: FolderInstallation,
): Promise<StoredPackage> {
  const { limits, variables, firstArgument } = core.settings;
  const read = await readPackageFolder(folder, { signal, limits, variables: [...variables], firstArgument });
  if (strict) {
    const refusal = strictRefusal(read);
    if (refusal !== null) throw refusal;
  }
  const source: PackageSource = given ?? { type: 'folder', path: read.root };
  const before = core.state.receipt(read.digest);
  const draft = core.paths.draft();
  const copy = async (): Promise<void> => {
    const { root, files } = read;
    const begun = () => core.step('content-begun');
    await copyContent({ from: root, files, to: draft }, { signal, begun });
    core.step('content-copied');
  };
  try {
    const intact = await isIntact(core, before, signal);
    if (!intact) await copy();
    return await core.exclusively(signal, 'Installing the package', async () => {
      refuseOtherName(core, read);
      const known = core.state.receipt(read.digest);
      // Where the receipt is another one by now, somebody else has stored or forgotten the same content meanwhile.
      const stored = intact || known !== before ? known : undefined;
      if (stored === undefined && intact) await copy();
      if (stored === undefined) await placeContent(core, read, draft);
      return putReceipt(core, { read, source }, stored);
    });
  } finally {
    // What cannot be removed now is removed when the registry is opened next.
    await removeFolder(draft).catch(() => undefined);
  }
}

/** Whether the store has the content already, every byte as it should be. */
async function isIntact(
  core: RegistryCore,
  receipt: Receipt | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (receipt === undefined) return false;
  const { variables, firstArgument } = core.settings;
  try {
    await readStoredContent(core.paths.contentOf(receipt.digest), receipt, {
      signal,
      variables,
      firstArgument,
    });
    return true;
  } catch (error) {
    if (error instanceof PackageError && error.code === 'content-damaged') return false;
    throw error;
  }
}

/** A package that does not name itself is named after its folder, so the same content can come under two names. */
function refuseOtherName({ state }: RegistryCore, { name, digest, root }: PackageFolder): void {
  const stored = state.version(digest);
  if (stored === undefined || stored.name === name) return;
  if (stored.damage !== null && state.generationsOf(digest).size === 0) return;
  const otherPath = sourceText(stored.source);
  throw new PackageError(
    'name-conflict',
    `The content of ${root} is stored already as the package ${stored.name}, after ${otherPath}. Give one of them a .claude-plugin/plugin.json with a name.`,
    { root, otherPath },
  );
}

async function placeContent(core: RegistryCore, { digest }: PackageFolder, draft: string): Promise<void> {
  const place = core.paths.contentOf(digest);
  const displaced = core.paths.draft();
  if (await displaceFolder(place, displaced)) await removeFolder(displaced);
  await placeFolder(draft, place);
  core.step('content-placed');
}

async function putReceipt(
  core: RegistryCore,
  { read, source }: { readonly read: PackageFolder; readonly source: PackageSource },
  stored: Receipt | undefined,
): Promise<StoredPackage> {
  const { state, paths, settings } = core;
  const known = state.receipt(read.digest);
  const others = (known?.sources ?? []).filter((other) => !isDeepStrictEqual(other, source));
  const installation = {
    folderName: basename(read.root),
    limits: settings.limits,
    installedAt: known?.installedAt ?? settings.clock.now(),
    order: known?.order ?? state.nextOrder(),
    sources: [...others, source],
  };
  const fresh = receiptOf(read, installation);
  const receipt = stored === undefined ? fresh : { ...stored, sources: fresh.sources };
  const written = () => core.step('receipt-written');
  await putRecord(paths, { path: paths.receiptOf(read.digest), written }, receipt);
  core.step('receipt-placed');
  state.setReceipt(receipt);
  return core.version(read.digest);
}
