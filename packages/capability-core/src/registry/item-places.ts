import { ItemReport, type ReadItem } from './package-item.js';
import { PLUGIN_MANIFEST_PATH } from './plugin-manifest.js';
import { listedPath } from './skill-folders.js';

/** Where a package has the files of one kind: in the usual folder, or instead of that where its manifest says. */
export class ItemPlaces {
  readonly #kind: 'agent' | 'command';
  readonly #folder: string;
  readonly #places: ReadonlySet<string>;
  readonly #isDeclared: boolean;

  constructor(kind: 'agent' | 'command', declared: string | readonly string[] | undefined) {
    this.#kind = kind;
    this.#folder = `${kind}s`;
    this.#isDeclared = declared !== undefined;
    const paths = typeof declared === 'string' ? [declared] : (declared ?? [this.#folder]);
    this.#places = new Set(paths.map(listedPath));
  }

  /** The path of a file below its place, which may be the file itself; `null` when it is in none. */
  within(path: string): string | null {
    if (this.#places.has(path)) return path.slice(path.lastIndexOf('/') + 1);
    const place = foldersAbove(path).find((folder) => this.#places.has(folder));
    if (place === undefined) return null;
    return place === '' ? path : path.slice(place.length + 1);
  }

  /** The places that the manifest names in vain: nobody else would tell its author. */
  without(found: readonly { readonly path: string }[]): readonly ReadItem<never>[] {
    if (!this.#isDeclared) return [];
    const used = new Set(found.flatMap(({ path }) => [path, ...foldersAbove(path)]));
    const reason = `The manifest names this place for ${this.#folder}, and there is none in it.`;
    return [...this.#places]
      .filter((place) => !used.has(place))
      .map((place) =>
        new ItemReport('manifest', PLUGIN_MANIFEST_PATH).skipped(place === '' ? './' : place, reason),
      );
  }

  /** The receipt's line on a file of the usual folder, where the manifest has other places; else `null`. */
  passedOver(path: string): ReadItem<never> | null {
    if (!this.#isDeclared || !path.startsWith(`${this.#folder}/`) || this.within(path) !== null) return null;
    const reason = `The manifest names other places for ${this.#folder}, and they replace this folder.`;
    return new ItemReport(this.#kind, path).skipped(path, reason);
  }
}

/** The folders that a file lies in, the root first: there may be thousands of places, but a path has few parts. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}
