/** What a capability needs that it did not need before, and the other way round. */
export interface ChangedNeeds {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: number;
}

export function changedNeeds(before: readonly string[], after: readonly string[]): ChangedNeeds {
  const old = new Set(before);
  const next = new Set(after);
  return {
    added: after.filter((id) => !old.has(id)),
    removed: before.filter((id) => !next.has(id)),
    kept: after.filter((id) => old.has(id)).length,
  };
}
