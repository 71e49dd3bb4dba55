import { PackageError } from '@changeover/capability-core/registry';
import type { Session } from '../../protocol/session.js';
import { HostError, type HostErrorCode } from '../errors/host-error.js';
import { RESTORE_TIMEOUT_MS } from '../limits.js';
import type { PackageBatch } from '../packages/package-batch.js';

/** What errors of the registry mean for a session whose stored generation cannot be published again. */
const MEANINGS: ReadonlyMap<PackageError['code'], HostErrorCode> = new Map([
  ['unknown-generation', 'package-missing'],
  ['unknown-package', 'package-missing'],
  ['content-damaged', 'package-damaged'],
  ['consent-required', 'server-undecided'],
] as const);

/** Why a session was not published again after a restart. */
export function restoreError(
  { id, stamp }: Pick<Session, 'id' | 'stamp'>,
  cause: unknown,
  timedOut: boolean,
): HostError {
  const details = { session: id, generation: stamp.generation };
  const what = `Generation ${stamp.generation} of the session ${id} could not be published again`;
  if (timedOut) {
    const message = `${what} within ${RESTORE_TIMEOUT_MS} ms`;
    return new HostError('restore-timeout', message, details, { cause });
  }
  if (cause instanceof HostError) return cause;
  const code = cause instanceof PackageError ? MEANINGS.get(cause.code) : undefined;
  if (code === undefined) return new HostError('restore-failed', what, details, { cause });
  return new HostError(code, `${what}: ${messageOf(cause)}`, details, { cause });
}

/** Why the generation of an older console, which read packages where they were, cannot be published again. */
export function readInPlace(
  session: string,
  names: readonly string[],
  folders: readonly string[],
): HostError {
  const places = names.map((name, index) => `${name} from ${folders[index] ?? 'a folder'}`);
  return new HostError(
    'packages-not-installed',
    `The session ${session} was made by an older console of packages that are not installed: ` +
      `${places.join(', ') || 'none'}`,
    { session, folders: folders.join(', ') },
  );
}

/** Why what is stored does not make the generation again that the stamp names. */
export function otherContent(session: string, generation: number, { refused }: PackageBatch): HostError {
  const [first] = refused;
  if (first !== undefined) {
    return new HostError(
      'server-refused',
      `Generation ${generation} of the session ${session} was made with the server ${first.server} of ` +
        `${first.package.name} ${first.package.version}, which was refused since`,
      { session, generation, server: first.server, package: first.package.name },
    );
  }
  return new HostError(
    'package-changed',
    `The packages that are stored are not those that generation ${generation} of the session ${session} was made of`,
    { session, generation },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
