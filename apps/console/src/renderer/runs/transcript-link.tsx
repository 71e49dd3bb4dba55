import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';

const BUTTON =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-box border border-edge bg-surface px-2.5 font-medium hover:bg-ink/5 active:bg-ink/10';
const ICON =
  'inline-flex size-6 shrink-0 items-center justify-center rounded-chip text-muted hover:bg-ink/8 hover:text-ink';

/** Leads to the transcript of a run; where there is little room, as an icon alone. */
export function TranscriptLink({
  run: { session, id },
  isButton = false,
}: {
  readonly run: { readonly session: string; readonly id: string };
  readonly isButton?: boolean;
}) {
  return (
    <Link
      to="/runs/$session/$run"
      params={{ session, run: id }}
      aria-label={isButton ? undefined : 'Open transcript'}
      title={isButton ? undefined : 'Open transcript'}
      className={isButton ? BUTTON : ICON}
      // The row that it stands in would be selected as well.
      onClick={(event) => event.stopPropagation()}
    >
      <ScrollText aria-hidden size={isButton ? 14 : 13} />
      {isButton && 'Open transcript'}
    </Link>
  );
}
