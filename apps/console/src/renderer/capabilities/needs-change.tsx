import { Minus, Plus } from 'lucide-react';
import { changedNeeds } from './changed-needs.js';

/** What a capability needs now and did not before, and the other way round; null where it is not there. */
export function NeedsChange({
  before,
  after,
}: {
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}) {
  if (before === null || after === null) {
    const all = before ?? after ?? [];
    return (
      <span className="text-muted" title={all.join('\n')}>
        {all.length === 0 ? '–' : all.map(localPart).join(', ')}
      </span>
    );
  }
  const { added, removed, kept } = changedNeeds(before, after);
  if (added.length === 0 && removed.length === 0) {
    return <span className="text-muted">{kept === 0 ? '–' : `the same ${kept}`}</span>;
  }
  return (
    <span className="inline-flex max-w-full min-w-0 gap-2 align-top">
      {added.map((id) => (
        <span key={id} title={`now needs ${id}`} className="inline-flex min-w-0 items-center gap-0.5 text-ok">
          <Plus aria-hidden size={12} className="shrink-0" />
          <span className="sr-only">now needs</span>
          <span className="truncate">{localPart(id)}</span>
        </span>
      ))}
      {removed.map((id) => (
        <span
          key={id}
          title={`no longer needs ${id}`}
          className="inline-flex min-w-0 items-center gap-0.5 text-muted"
        >
          <Minus aria-hidden size={12} className="shrink-0" />
          <span className="sr-only">no longer needs</span>
          <span className="truncate line-through">{localPart(id)}</span>
        </span>
      ))}
    </span>
  );
}

/** Of `<source>:<kind>:<local id>` the part that tells it from its neighbours. */
function localPart(id: string): string {
  return id.split(':').slice(2).join(':') || id;
}
