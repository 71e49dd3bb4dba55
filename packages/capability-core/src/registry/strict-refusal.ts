import { MAX_REFUSED_ITEMS } from './limits.js';
import { PackageError } from './package-error.js';
import type { PackageFolder } from './package-folder.js';
import type { PackageItem } from './package-item.js';

/** Why a package cannot be installed where every item has to be in order, or `null` when it can. */
export function strictRefusal({ root, items }: PackageFolder): PackageError | null {
  const flawed = items.filter(({ outcome }) => outcome !== 'loaded');
  const named = flawed.slice(0, MAX_REFUSED_ITEMS);
  const [first] = named;
  if (first === undefined) return null;
  const more = flawed.length > named.length ? [`and ${flawed.length - named.length} more`] : [];
  const list = [...named.map(described), ...more].join('; ');
  return new PackageError(
    'strict-refusal',
    `The package ${root} is refused, since every item has to be in order: ${list}. Mend them, or install it without strictness.`,
    { root, path: first.path, line: first.diagnostics[0]?.line, items: named },
  );
}

function described({ kind, path, diagnostics: [first] }: PackageItem): string {
  const line = first?.line === undefined ? '' : `:${first.line}`;
  return `${kind} ${path}${line} (${(first?.reason ?? 'It is not loaded.').replace(/\.$/, '')})`;
}
