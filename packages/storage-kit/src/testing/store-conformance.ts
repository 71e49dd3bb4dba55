import type { StateStoreBackend } from '../contract/state-store-backend.js';
import { conflictCases } from './conflict-cases.js';
import type { ConformanceCase } from './conformance-case.js';
import { lifecycleCases } from './lifecycle-cases.js';
import { listCases } from './list-cases.js';
import { recordCases } from './record-cases.js';
import { snapshotCases } from './snapshot-cases.js';
import { watchCases } from './watch-cases.js';

export interface ConformanceOptions {
  /** A fresh, empty store. Each case opens its own and closes it. */
  readonly open: () => Promise<StateStoreBackend>;
}

/**
 * What every backend must keep, as cases for any test runner.
 *
 * @example
 * ```ts
 * import { storeConformance } from '@changeover/storage-kit/testing';
 * import { test } from 'vitest';
 *
 * for (const { name, run } of storeConformance({ open: () => openMyStore() })) test(name, run);
 * ```
 */
export function storeConformance({ open }: ConformanceOptions): readonly ConformanceCase[] {
  const topics = [snapshotCases, conflictCases, listCases, recordCases, lifecycleCases, watchCases];
  return topics.flatMap((topic) =>
    Object.entries(topic).map(([name, check]) => ({ name, run: () => runOn(open, check) })),
  );
}

async function runOn(
  open: ConformanceOptions['open'],
  check: (store: StateStoreBackend) => Promise<void>,
): Promise<void> {
  const store = await open();
  try {
    await check(store);
  } finally {
    await store.close?.();
  }
}
