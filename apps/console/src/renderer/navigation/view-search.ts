import { ACTIVITY_ACTORS, ACTIVITY_OUTCOMES } from '../../protocol/activity.js';

const STATUS_GROUPS = ['live', 'waiting', 'ended', 'in-force', 'kept', 'unused'] as const;

/** The part of the address that says how a screen is looked at. */
export interface ViewSearch {
  /** The inspector's selection. */
  readonly select?: string | undefined;
  /** The text that a table is filtered by. */
  readonly filter?: string | undefined;
  /** Keeps only the runs, or the package versions, of one status group. */
  readonly status?: (typeof STATUS_GROUPS)[number] | undefined;
  /** Keeps only the runs of one session. */
  readonly session?: string | undefined;
  /** Column that a table is sorted by, with a minus in front for descending. */
  readonly sort?: string | undefined;
  /** Another view of the same: the table of a timeline, the map of the runs, the tree of a transcript. */
  readonly as?: 'table' | 'map' | 'tree' | undefined;
  /** `off`: what is new waits, and nothing moves by itself. */
  readonly live?: 'off' | undefined;
  /** Keeps only the lines of the audit log by whom, and with which outcome. */
  readonly actor?: (typeof ACTIVITY_ACTORS)[number] | undefined;
  readonly outcome?: (typeof ACTIVITY_OUTCOMES)[number] | undefined;
  /** Keeps only the steps of one kind of a transcript. */
  readonly steps?: 'text' | 'tools' | 'failed' | undefined;
  /** Number of the line of a transcript that is looked at. */
  readonly at?: number | undefined;
  /** Keeps only the items of a package's receipt with one outcome. */
  readonly items?: 'loaded' | 'loaded-with-diagnostics' | 'skipped' | undefined;
  /** Which steps of a transcript are open: `only-3-7`, `all`, or all but some: `all-3-7`. */
  readonly open?: string | undefined;
  /** Which turns of a run's tree are closed, written as `open` is. */
  readonly shut?: string | undefined;
  /** Keeps only one kind of capability. */
  readonly kind?: string | undefined;
  /** Number of the generation whose catalog is shown instead of the current one's, or whose runs are kept. */
  readonly generation?: number | undefined;
  /** Numbers of the two generations that are compared, in either order. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A comparison as JSON, side by side or in one column, instead of by its meaning. */
  readonly diff?: 'split' | 'unified' | undefined;
  /** How far back the timeline goes; all of it when it is not said. */
  readonly span?: 'hour' | 'day' | undefined;
}

/** Reads the view out of an address, which may be typed by hand: what cannot be read is left out. */
export function readViewSearch(search: Readonly<Record<string, unknown>>): ViewSearch {
  return {
    select: text(search['select']),
    filter: text(search['filter']),
    status: oneOf(search['status'], STATUS_GROUPS),
    session: text(search['session']),
    sort: text(search['sort']),
    as: oneOf(search['as'], ['table', 'map', 'tree']),
    live: oneOf(search['live'], ['off']),
    actor: oneOf(search['actor'], ACTIVITY_ACTORS),
    outcome: oneOf(search['outcome'], ACTIVITY_OUTCOMES),
    items: oneOf(search['items'], ['loaded', 'loaded-with-diagnostics', 'skipped']),
    steps: oneOf(search['steps'], ['text', 'tools', 'failed']),
    at: count(search['at']),
    open: text(search['open']),
    shut: text(search['shut']),
    kind: text(search['kind']),
    generation: count(search['generation']),
    from: count(search['from']),
    to: count(search['to']),
    diff: oneOf(search['diff'], ['split', 'unified']),
    span: oneOf(search['span'], ['hour', 'day']),
  };
}

/** A number is text too: an address does not tell the filter `7` from the number. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number from 0. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function oneOf<T extends string>(value: unknown, options: readonly T[]): T | undefined {
  return options.find((option) => option === value);
}
