const numbers = new Intl.Collator('en', { numeric: true });

/** Which of two versions is the later one: negative when it is `b`. A pre-release comes before what it leads to. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const byRelease = numbers.compare(left.release, right.release);
  if (byRelease !== 0) return byRelease;
  if (left.preRelease === null || right.preRelease === null) {
    return Number(left.preRelease === null) - Number(right.preRelease === null);
  }
  return numbers.compare(left.preRelease, right.preRelease);
}

/** How a version stands to the one that is in force: as a word behind its name. */
export function versionRelation(version: string, inForce: string): 'older' | 'newer' | 'other content' {
  const order = compareVersions(version, inForce);
  return order === 0 ? 'other content' : order < 0 ? 'older' : 'newer';
}

function partsOf(version: string): { readonly release: string; readonly preRelease: string | null } {
  const [named = ''] = version.split('+');
  const dash = named.indexOf('-');
  if (dash === -1) return { release: named, preRelease: null };
  return { release: named.slice(0, dash), preRelease: named.slice(dash + 1) };
}
