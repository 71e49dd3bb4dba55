import { KindIcon } from './kind-icon.js';

/** A kind of capability inside a table cell: its icon and its word. */
export function KindWord({ kind }: { kind: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-top">
      <KindIcon kind={kind} />
      <span className="truncate">{kind}</span>
    </span>
  );
}
