import { ItemReport, type ReadItem } from './package-item.js';
import { PLUGIN_MANIFEST_PATH, type PluginManifest } from './plugin-manifest.js';

/** Where the skills of a package are: one in the root, others in folders of `skills` and of what the manifest names. */
export class SkillFolders {
  readonly #named: ReadonlySet<string>;

  constructor(manifest: PluginManifest | null) {
    const paths = manifest?.skills ?? [];
    this.#named = new Set((typeof paths === 'string' ? [paths] : paths).map(listedPath));
  }

  /** Whether a file lies where skills are read from: a folder may be named for its skills, or be one. */
  hold(path: string): boolean {
    if (!path.includes('/')) return true;
    return foldersAbove(path).some((folder) => folder === 'skills' || this.#named.has(folder));
  }

  /** The folders that the manifest names in vain: nobody else would tell its author. */
  without(found: readonly { readonly path: string }[]): readonly ReadItem<never>[] {
    const used = new Set(found.flatMap(({ path }) => foldersAbove(path)));
    return [...this.#named].filter((folder) => !used.has(folder)).map(namedInVain);
  }
}

/** `./skills/` as the manifest writes it is `skills` in the list of files. */
export function listedPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.join('/');
}

/** The folder of a file, and the one that holds this; the root is the empty one. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return [parts, parts.slice(0, -1)].map((above) => above.join('/'));
}

function namedInVain(folder: string): ReadItem<never> {
  const reason = 'The manifest names this folder for skills, and there is none in it.';
  return new ItemReport('manifest', PLUGIN_MANIFEST_PATH).skipped(folder === '' ? './' : folder, reason);
}
