/** Gives identities that nobody else has. */
export interface IdSource {
  next(): string;
}

/** Random UUIDs. */
export const systemIds: IdSource = Object.freeze({ next: () => globalThis.crypto.randomUUID() });
