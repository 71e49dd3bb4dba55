import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { messageOf } from '../../lifecycle/bounded-message.js';
import type { Clock } from '../../lifecycle/clock.js';
import { ARCHIVE_FETCH_TIMEOUT_MS } from '../limits.js';
import { PackageError } from '../package-error.js';
import { cancelled, unwritable } from '../package-refusal.js';
import { TimedAbort } from '../timed-abort.js';

/** Which archive is fetched, and to where. */
export interface ArchiveFetch {
  readonly url: URL;
  /** 64 hexadecimal digits, in lower case. */
  readonly sha256: string;
  /** A file that is not there yet. */
  readonly to: string;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Fetches an archive, whose bytes are those of the digest.
 *
 * @throws {PackageError} `fetch-failed`, `byte-limit-exceeded`, `digest-mismatch`, `unwritable` or `cancelled`
 */
export async function fetchArchive(wanted: ArchiveFetch): Promise<void> {
  const { url, sha256, clock, signal } = wanted;
  using timed = new TimedAbort(clock, ARCHIVE_FETCH_TIMEOUT_MS, signal);
  let digest: string;
  try {
    const response = await fetch(url, { signal: timed.signal });
    if (!response.ok || response.body === null) {
      // What the server says of it may never end, and would keep the connection.
      await response.body?.cancel();
      throw new Error(`the server answers ${response.status}`);
    }
    digest = await keep(response.body, wanted);
  } catch (error) {
    if (signal.aborted) throw cancelled(placeOf(url), 'Fetching the archive');
    if (error instanceof PackageError) throw error;
    const late = `there was no answer within ${ARCHIVE_FETCH_TIMEOUT_MS / 1_000} seconds`;
    throw fetchFailed(url, timed.isLate ? late : messageOf(error), error);
  }
  if (digest === sha256) return;
  throw new PackageError(
    'digest-mismatch',
    `${placeOf(url)} has the SHA-256 ${digest}, and the marketplace says ${sha256}. It is refused; ask whoever keeps the marketplace.`,
    { root: placeOf(url) },
  );
}

async function keep(body: AsyncIterable<Uint8Array>, { url, to, maxBytes }: ArchiveFetch): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(to, 'wx', 0o600).catch((error: unknown) => {
    throw unwritable(to, error);
  });
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new PackageError(
          'byte-limit-exceeded',
          `${placeOf(url)} has more than the ${maxBytes} bytes that a package may have. It is refused.`,
          { root: placeOf(url), limit: maxBytes },
        );
      }
      hash.update(chunk);
      await file.writeFile(chunk).catch((error: unknown) => {
        throw unwritable(to, error);
      });
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** An address without what may be secret in it. */
function placeOf({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function fetchFailed(url: URL, reason: string, cause: unknown): PackageError {
  return new PackageError(
    'fetch-failed',
    `${placeOf(url)} could not be fetched: ${reason}. See to the network, or fetch it yourself and install the file.`,
    { root: placeOf(url), cause },
  );
}
