import { join } from 'node:path';
import { installUnpacked, type SourceInstallation, spokenOf, withDraft } from './install-archive.js';
import { installFolder } from './install-folder.js';
import { installNpm } from './install-npm.js';
import { hasOwnManifest, writeEntryManifest } from './marketplace/entry-manifest.js';
import { fetchArchive } from './marketplace/fetch-archive.js';
import { type MarketplaceEntry, readMarketplaceEntry } from './marketplace/marketplace-file.js';
import { pluginSource } from './marketplace/plugin-source.js';
import { PackageFiles } from './package-files.js';
import { PLUGIN_MANIFEST_PATH } from './plugin-manifest.js';
import type { RegistryCore } from './registry-core.js';
import { copyContent } from './store/content-copy.js';
import { type StoredPackage, sourceText } from './stored-package.js';

/** Stores a plugin from where a marketplace has it. See `PackageRegistry.install`. */
export async function installPlugin(
  core: RegistryCore,
  { path, plugin }: { readonly path: string; readonly plugin: string },
  installation: Omit<SourceInstallation, 'source'>,
): Promise<StoredPackage> {
  const entry = await readMarketplaceEntry(path, plugin);
  const from = await pluginSource(entry);
  const whole: SourceInstallation = {
    ...installation,
    source: { type: 'marketplace', path: entry.file, plugin },
  };
  const complete = async (root: string) => {
    if (!(await hasOwnManifest(entry, root))) await writeEntryManifest(entry, root);
  };
  switch (from.type) {
    case 'folder':
      return installPluginFolder(core, { entry, folder: from.path }, whole);
    case 'npm':
      return installNpm(core, from.spec, whole, complete);
    case 'archive':
      return withDraft(core, async (draft) => {
        const archive = join(draft, 'fetched');
        const { clock, limits } = core.settings;
        const { url, sha256 } = from;
        const { signal } = whole;
        await fetchArchive({ url, sha256, to: archive, maxBytes: limits.maxBytes, clock, signal });
        return installUnpacked(core, { archive, draft, name: UNNAMED, complete }, whole);
      });
  }
}

/** The manifest that is made of the entry names the package. */
const UNNAMED = 'plugin';

/** A folder of the marketplace is left as it is: where it lacks a manifest, a copy gets one. */
async function installPluginFolder(
  core: RegistryCore,
  { entry, folder }: { readonly entry: MarketplaceEntry; readonly folder: string },
  installation: SourceInstallation,
): Promise<StoredPackage> {
  if (await hasOwnManifest(entry, folder)) return installFolder(core, folder, installation);
  const { signal } = installation;
  return withDraft(core, async (draft) => {
    const scanned = await PackageFiles.scan(folder, core.settings.limits, { signal });
    const files = scanned.files.filter(({ path }) => path !== PLUGIN_MANIFEST_PATH);
    const copy = join(draft, UNNAMED);
    await copyContent({ from: folder, files, to: copy }, { signal, begun: () => undefined });
    await writeEntryManifest(entry, copy);
    core.step('source-unpacked');
    return installFolder(core, copy, installation).catch((error: unknown) => {
      throw spokenOf(error, copy, sourceText(installation.source));
    });
  });
}
