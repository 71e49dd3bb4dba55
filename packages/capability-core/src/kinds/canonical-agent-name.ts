const CANONICAL: ReadonlyMap<string, string> = new Map([
  ['general-purpose', 'general'],
  ['general_purpose', 'general'],
  ['generalpurpose', 'general'],
  ['deep_research', 'deep-research'],
  ['deepresearch', 'deep-research'],
  ['verify', 'verification'],
  ['verifier', 'verification'],
  ['code-review', 'review'],
  ['code_reviewer', 'review'],
  ['reviewer', 'review'],
]);

/** The name under which an agent is known, whichever of its usual spellings is given. Case matters. */
export function canonicalAgentName(name: string): string {
  const trimmed = name.trim();
  return CANONICAL.get(trimmed) ?? trimmed;
}
