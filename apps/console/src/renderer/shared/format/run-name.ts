const SHOWN_LENGTH = 12;
const GENERATED = /^run-([0-9a-f]{8})-[0-9a-f-]+$/;

/** What a run is called where there is little room: the head of an id that was generated, else the id, cut if long. */
export function runName(id: string): string {
  const [, head] = GENERATED.exec(id) ?? [];
  if (head !== undefined) return head;
  return id.length <= SHOWN_LENGTH ? id : `${id.slice(0, SHOWN_LENGTH)}…`;
}
