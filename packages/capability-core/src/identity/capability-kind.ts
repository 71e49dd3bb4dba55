/** The eleven kinds, in rank order: the order in which ids of one source are sorted. */
export const CAPABILITY_KINDS = [
  'tool',
  'skill',
  'agent',
  'command',
  'hook',
  'mcp',
  'flow',
  'knowledge-surface',
  'knowledge',
  'ui',
  'context',
] as const;

/** What a capability is to a run. The set of kinds is closed. */
export type CapabilityKind = (typeof CAPABILITY_KINDS)[number];

const RANKS: ReadonlyMap<string, number> = new Map(CAPABILITY_KINDS.map((kind, rank) => [kind, rank]));

/** Whether `text` spells a kind. */
export function isCapabilityKind(text: string): text is CapabilityKind {
  return RANKS.has(text);
}

/** Place of `kind` in the sort order: declaration order, not alphabetical. */
export function kindRank(kind: CapabilityKind): number {
  return RANKS.get(kind) ?? CAPABILITY_KINDS.length;
}
