import { MAX_CLASHING_PATHS } from './limits.js';
import { ItemReport, type ReadItem } from './package-item.js';

/**
 * Refuses items of one package that bear the same name, all of them: which one would win must not hang on the order
 * of files in a folder.
 */
export function refuseClashes<T>(
  read: readonly ReadItem<T>[],
  nameOf: (value: T) => string,
): readonly ReadItem<T>[] {
  const pathsByName = new Map<string, string[]>();
  for (const { item, value } of read) {
    if (value === null) continue;
    const paths = pathsByName.get(nameOf(value)) ?? [];
    pathsByName.set(nameOf(value), paths);
    paths.push(item.path);
  }
  return read.map((entry) => {
    const { item, value } = entry;
    const paths = value === null ? [] : (pathsByName.get(nameOf(value)) ?? []);
    if (paths.length < 2) return entry;
    const report = new ItemReport(item.kind, item.path);
    report.noteAll(item.diagnostics);
    return report.skipped(item.name, `Its name is also that of another ${item.kind}: ${listOf(paths)}.`);
  });
}

/** Each of thousands would bear the paths of all the others. */
function listOf(paths: readonly string[]): string {
  const more = paths.length - MAX_CLASHING_PATHS;
  const shown = paths.slice(0, MAX_CLASHING_PATHS).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
