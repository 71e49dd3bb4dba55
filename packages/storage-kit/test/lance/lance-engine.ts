import type { Table } from '@lancedb/lancedb';
import type { StateStoreBackend } from '../../src/index.js';
import { LanceEngine } from '../../src/lance/lance-engine.js';
import { loadLance } from '../../src/lance/lance-library.js';
import { type LanceTables, openTables } from '../../src/lance/lance-tables.js';
import { lanceCompactFragments } from '../../src/lance/lance-tuning.js';
import { SharedStore } from '../../src/shared/shared-store.js';
import { SetClock } from './set-clock.js';

/** Stands between a store and one operation of Lance: lets it through, fails before or after it, or answers falsely. */
export type Fault = (operation: () => Promise<unknown>) => Promise<unknown>;

/** What goes wrong, by operation. */
export interface Faults {
  swap?: Fault;
  read?: Fault;
  add?: Fault;
  update?: Fault;
}

const pass: Fault = (operation) => operation();

/** The real table, but for what goes wrong. */
function faultyTable(table: Table, faults: Faults): Table {
  const replaced: Record<string, unknown> = {
    add: (rows: Parameters<Table['add']>[0]) => (faults.add ?? pass)(() => table.add(rows)),
    update: (change: Parameters<Table['update']>[0]) => (faults.update ?? pass)(() => table.update(change)),
    version: () => (faults.read ?? pass)(() => table.version()),
    mergeInsert: (on: string) => ({
      whenMatchedUpdateAll: (options: { where: string }) => ({
        execute: (rows: Record<string, unknown>[]) =>
          (faults.swap ?? pass)(() => table.mergeInsert(on).whenMatchedUpdateAll(options).execute(rows)),
      }),
    }),
  };
  return new Proxy(table, {
    get: (target, name) => {
      const value: unknown = replaced[String(name)] ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

export interface OpenEngineOptions {
  readonly faults?: Faults;
  readonly clock?: SetClock;
  readonly historyMs?: number;
  readonly compactFragments?: number;
}

/** A store that soon removes superseded files, and in which things go wrong. */
export async function openEngine(
  location: string,
  {
    faults = {},
    clock = new SetClock(),
    historyMs = 60_000,
    compactFragments = lanceCompactFragments,
  }: OpenEngineOptions = {},
): Promise<Required<StateStoreBackend>> {
  const opened = await openTables(await loadLance(), location);
  const tables: LanceTables = {
    head: faultyTable(opened.head, faults),
    versions: faultyTable(opened.versions, faults),
    close: () => opened.close(),
  };
  const upkeep = { fileGraceMs: 300, orphanGraceMs: 1000, compactFragments, indexRows: 50 };
  return new SharedStore(new LanceEngine({ tables, folder: location, clock, historyMs, upkeep }));
}
