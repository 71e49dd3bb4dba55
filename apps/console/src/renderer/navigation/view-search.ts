/** The part of the address that says how a screen is looked at. */
export interface ViewSearch {
  /** The inspector's selection. */
  readonly select?: string | undefined;
  /** The text that a table is filtered by. */
  readonly filter?: string | undefined;
  /** Keeps only the runs of one status group. */
  readonly status?: 'live' | 'waiting' | 'ended' | undefined;
  /** Keeps only the runs of one session. */
  readonly session?: string | undefined;
  /** Column that a table is sorted by, with a minus in front for descending. */
  readonly sort?: string | undefined;
  /** The table twin instead of the timeline. */
  readonly as?: 'table' | undefined;
}

/** Reads the view out of an address, which may be typed by hand: what cannot be read is left out. */
export function readViewSearch(search: Readonly<Record<string, unknown>>): ViewSearch {
  return {
    select: text(search['select']),
    filter: text(search['filter']),
    status: oneOf(search['status'], ['live', 'waiting', 'ended']),
    session: text(search['session']),
    sort: text(search['sort']),
    as: oneOf(search['as'], ['table']),
  };
}

/** A number is text too: an address does not tell the filter `7` from the number. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function oneOf<T extends string>(value: unknown, options: readonly T[]): T | undefined {
  return options.find((option) => option === value);
}
