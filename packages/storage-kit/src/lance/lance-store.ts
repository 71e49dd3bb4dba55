import { resolve } from 'node:path';
import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import type { StateStoreBackend } from '../contract/state-store-backend.js';
import type { StateStoreDriver, StateStoreEnvironment } from '../contract/state-store-driver.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { defaultHistoryMs, maxHistoryMs, minHistoryMs } from '../limits.js';
import { SharedStore } from '../shared/shared-store.js';
import { LanceEngine } from './lance-engine.js';
import { loadLance } from './lance-library.js';
import { openTables } from './lance-tables.js';

/** Where a store in Lance lies, and how long it remembers. */
export interface LanceStoreOptions extends StateStoreEnvironment {
  /** A folder of this store alone, on a local disk. It is made when it is not there; the folder above it must be. */
  readonly location: string;
  /**
   * Milliseconds for which what was overwritten or deleted stays readable for transactions and watches that began
   * before; 10 minutes by default, from 1 second to 24 hours. Of several processes the shortest time counts.
   */
  readonly historyMs?: number | undefined;
}

/**
 * A store in a folder of LanceDB tables, which several processes of one machine share. Needs the packages
 * `@lancedb/lancedb` and `apache-arrow`.
 *
 * A commit that was acknowledged survives the death of all processes, but not surely the loss of power: LanceDB makes no
 * sync call, and a loss of power may damage the folder as a whole. `now()` is this machine's clock.
 *
 * @example
 * ```ts
 * const store = await StateStore.connect(lanceStore({ location: 'state.lancedb' }));
 * ```
 *
 * @throws StateStoreError `invalid-request` at once for an option; from the connection `invalid-request` for a folder
 * of something else, `corrupt`, `unsupported-format`, `io`, and `unavailable` when a package is not installed.
 */
export function lanceStore(options: LanceStoreOptions): StateStoreDriver {
  const { location, historyMs = defaultHistoryMs, clock, random, signal } = checkedOptions(options);
  return {
    backend: 'lance',
    clock,
    random,
    signal,
    open: (environment) => openLanceStore(resolve(location), historyMs, environment),
  };
}

async function openLanceStore(
  folder: string,
  historyMs: number,
  { clock, signal }: AbortOptions & { readonly clock: Clock },
): Promise<StateStoreBackend> {
  signal?.throwIfAborted();
  const tables = await openTables(await loadLance(), folder);
  if (signal?.aborted === true) {
    tables.close();
    throw signal.reason;
  }
  return new SharedStore(new LanceEngine({ tables, folder, clock, historyMs }));
}

/** @throws StateStoreError `invalid-request` */
function checkedOptions(options: LanceStoreOptions): LanceStoreOptions {
  const { location, historyMs = defaultHistoryMs } = options;
  if (typeof location !== 'string' || location === '' || location.includes('\0')) {
    throw refusedOption('location', location, 'the path of a folder');
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) {
    throw refusedOption('location', location, 'the path of a folder on this machine, and no address');
  }
  if (!Number.isSafeInteger(historyMs) || historyMs < minHistoryMs || historyMs > maxHistoryMs) {
    const rule = `a whole number of milliseconds from ${minHistoryMs} to ${maxHistoryMs}`;
    throw refusedOption('historyMs', historyMs, rule);
  }
  return options;
}

function refusedOption(option: string, value: unknown, rule: string): StateStoreError {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value);
  return new StateStoreError(
    'invalid-request',
    `The option ${option} of lanceStore is refused: ${shown} is not ${rule}`,
  );
}
