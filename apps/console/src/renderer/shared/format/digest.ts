const SHOWN_LENGTH = 8;

/** The head of a digest, enough to tell two apart by eye; copy buttons give the whole. */
export function shortDigest(digest: string): string {
  const body = digest.slice(digest.indexOf(':') + 1);
  return body.length <= SHOWN_LENGTH ? body : `${body.slice(0, SHOWN_LENGTH)}…`;
}
