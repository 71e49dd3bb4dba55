import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { formatSelection } from '../navigation/selection.js';
import { Moment } from '../shared/ui/moment.js';
import { Section } from '../shared/ui/section.js';
import { StateIcon } from '../shared/ui/state-icon.js';
import { StateWord } from '../shared/ui/state-word.js';
import { STATES } from '../shared/ui/states.js';
import type { Attention } from './attention.js';
import { BehindHint } from './behind-hint.js';

const ROW = 'flex min-h-[34px] items-center gap-2.5 px-3 py-1';

/** What needs a person now, each a link to where it is settled. */
export function AttentionSection({ items }: { items: readonly Attention[] }) {
  return (
    <Section title="What needs a person" note={items.length === 0 ? undefined : String(items.length)}>
      {items.length === 0 ? (
        <p className="flex items-center rounded-box border border-line bg-surface px-3 py-2">
          <StateWord state="done">Nothing needs you.</StateWord>
        </p>
      ) : (
        <ul
          aria-label="What needs a person"
          className="overflow-hidden rounded-box border border-line bg-surface"
        >
          {items.map((item) => (
            <li key={item.key} data-row className="border-line not-first:border-t">
              <AttentionRow item={item} />
            </li>
          ))}
        </ul>
      )}
      <BehindHint />
    </Section>
  );
}

function AttentionRow({ item }: { item: Attention }) {
  const content = (
    <>
      <StateIcon state={item.state} size={14} />
      <span className="sr-only">{STATES[item.state].word}:</span>
      <span className="min-w-0 shrink truncate font-medium" title={item.title}>
        {item.title}
      </span>
      <span className="min-w-0 flex-1 basis-0 truncate text-meta text-muted" title={item.detail}>
        {item.detail}
      </span>
      {item.since !== null && (
        <span className="ml-auto shrink-0 text-meta text-muted">
          since <Moment at={item.since} hasAge />
        </span>
      )}
    </>
  );
  const arrow = (
    <ChevronRight
      aria-hidden
      size={14}
      className={`shrink-0 text-muted ${item.since === null ? 'ml-auto' : ''}`}
    />
  );
  const { target } = item;
  switch (target.screen) {
    case 'run':
      return (
        <Link
          to="/runs"
          search={{ select: formatSelection({ kind: 'run', id: target.run }) }}
          className={`${ROW} hover:bg-ink/4`}
        >
          {content}
          {arrow}
        </Link>
      );
    case 'session':
      return (
        <Link
          to="/capabilities/$session"
          params={{ session: target.session }}
          {...(target.part === undefined ? {} : { hash: target.part })}
          className={`${ROW} hover:bg-ink/4`}
        >
          {content}
          {arrow}
        </Link>
      );
    case 'package':
      return (
        <Link
          to="/packages"
          search={{ select: formatSelection({ kind: 'package', digest: target.digest }) }}
          className={`${ROW} hover:bg-ink/4`}
        >
          {content}
          {arrow}
        </Link>
      );
    case 'overview':
      return <div className={ROW}>{content}</div>;
  }
}
