const SHOWN_LENGTH = 12;
const GENERATED = /^(?:[a-z]+-)?([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]+$/;

/** What a run is called where there is little room: the head of an id that was generated, else the id, cut if long. */
export function runName(id: string): string {
  const [, head] = GENERATED.exec(id) ?? [];
  if (head !== undefined) return head;
  return id.length <= SHOWN_LENGTH ? id : `${id.slice(0, SHOWN_LENGTH)}…`;
}

/** An id of any kind, of which the generated part is cut to its head and the rest is kept. */
export function shortId(id: string): string {
  const [, head] = GENERATED.exec(id) ?? [];
  return head === undefined ? id : id.slice(0, id.indexOf(head) + head.length);
}
