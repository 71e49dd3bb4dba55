import type { PackageFile } from './package-file.js';
import { ItemReport, type PackageItem, type PackageItemKind } from './package-item.js';
import { PLUGIN_MANIFEST_PATH, type PluginManifest } from './plugin-manifest.js';

interface NotLoaded {
  readonly kind: PackageItemKind;
  readonly pattern: RegExp;
  /** Where the manifest declares others, or names other places of them. */
  readonly field: string;
}

const NOT_LOADED: readonly NotLoaded[] = [
  { kind: 'hook', pattern: /^hooks\/(hooks)\.json$/, field: 'hooks' },
];

/** Parts of the layout that are named in the receipt and left alone. */
export function notLoadedItems(
  files: readonly PackageFile[],
  manifest: PluginManifest | null,
): readonly PackageItem[] {
  const inPlace = files.flatMap(({ path }) => NOT_LOADED.flatMap((part) => fileItem(part, path)));
  const declared = NOT_LOADED.filter(({ field }) => (manifest?.[field] ?? null) !== null);
  return [...inPlace, ...declared.map(fieldItem)];
}

function fileItem({ kind, pattern }: NotLoaded, path: string): readonly PackageItem[] {
  const name = pattern.exec(path)?.[1];
  if (name === undefined) return [];
  return [new ItemReport(kind, path).skipped(name, `This kind of item (${kind}) is not loaded.`).item];
}

function fieldItem({ kind, field }: NotLoaded): PackageItem {
  const reason = `The manifest has ${field} of its own; this kind of item (${kind}) is not loaded.`;
  return new ItemReport(kind, PLUGIN_MANIFEST_PATH).skipped(field, reason).item;
}
