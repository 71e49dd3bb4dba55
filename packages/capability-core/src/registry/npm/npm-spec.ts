import { boundedMessage } from '../../lifecycle/bounded-message.js';
import { MAX_NPM_NAME_CHARS, MAX_NPM_VERSION_CHARS } from '../limits.js';
import { PackageError } from '../package-error.js';

/** Which package of the user's npm registry. */
export interface NpmSpec {
  readonly name: string;
  /** A version, a tag or a range. */
  readonly version: string;
}

const NAME = /^(?:@[A-Za-z0-9][\w.~-]*\/)?[A-Za-z0-9][\w.~-]*$/;
const VERSION = /^[A-Za-z0-9^~<>=*][A-Za-z0-9.^~<>=*|+ -]*$/;
/** What npm takes for a file, whatever stands before it. */
const FILE = /\.(?:tgz|tar|tar\.gz)$/i;

/**
 * What npm is asked for. npm would also take paths, addresses and repositories in these places.
 *
 * @throws {PackageError} `invalid-source`
 */
export function npmSpec({ name, version }: NpmSpec): string {
  if (!isWord(name, NAME, MAX_NPM_NAME_CHARS)) throw invalid('name', name);
  if (!isWord(version, VERSION, MAX_NPM_VERSION_CHARS)) throw invalid('version, tag or range', version);
  return `${name}@${version}`;
}

function isWord(text: unknown, pattern: RegExp, maxChars: number): text is string {
  return typeof text === 'string' && text.length <= maxChars && pattern.test(text) && !FILE.test(text);
}

function invalid(what: string, text: unknown): PackageError {
  const shown = boundedMessage(JSON.stringify(text) ?? String(text), '');
  return new PackageError(
    'invalid-source',
    `${shown} is no ${what} of an npm package; give those that its page in the registry shows.`,
    { root: shown },
  );
}
