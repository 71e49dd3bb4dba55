/** A moment that all built states agree on. */
export const NOW = Date.UTC(2026, 10, 30, 10, 26, 0);

export const DIGESTS = [
  'sha256:f00dfeed5a17c0de00112233445566778899aabbccddeeff0011223344556677',
  'sha256:5e0c1b7a99aabbccddeeff00112233445566778899aabbccddeeff0011223344',
  'sha256:b62cbc2a44556677f00dfeed5a17c0de00112233445566778899aabbccddeeff',
  'sha256:1a9ce41f0011223344556677f00dfeed5a17c0de00112233445566778899aabb',
] as const;

export function digestOf(generation: number): string {
  return DIGESTS[generation % DIGESTS.length] ?? DIGESTS[0];
}
