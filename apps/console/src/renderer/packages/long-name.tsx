/** Characters at the end of a long name that are never cut: there names of one family differ. */
const TAIL_LENGTH = 10;
const LONG = 24;

/** A name that is cut in its middle where there is little room; the tooltip has all of it. */
export function LongName({ name }: { name: string }) {
  if (name.length <= LONG) return <span title={name}>{name}</span>;
  return (
    <span title={name} className="inline-flex max-w-full min-w-0 align-top">
      <span className="min-w-0 truncate">{name.slice(0, -TAIL_LENGTH)}</span>
      <span className="shrink-0 whitespace-pre">{name.slice(-TAIL_LENGTH)}</span>
    </span>
  );
}
