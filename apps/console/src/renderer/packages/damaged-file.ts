/** Where the registry keeps the content of a version, below its root. */
const CONTENT_FOLDER = /^content\/[0-9a-f]{64}\//;

/** The path of a damaged file inside of its package, which is named beside it. */
export function damagedFile(path: string): string {
  return path.replace(CONTENT_FOLDER, '');
}
