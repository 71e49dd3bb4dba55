let written = 0;

/** 1 KiB as JSON, and never the same twice: SQLite writes and syncs nothing for a row that does not change. */
export function freshValue() {
  written += 1;
  return { text: `${written}`.padStart(1013, 'x') };
}

export const keyOf = (index) => `record-${String(index).padStart(6, '0')}`;
