import type { ReactNode } from 'react';
import { GuideHint } from './guide-hint.js';

/** What stands where nothing is yet: one sentence, one action, and where the guide tells of it. */
export function EmptyState({
  children,
  action,
  guide,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Heading in the guide. */
  readonly guide?: string;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-dashed border-edge px-4 py-3 text-muted">
      <div className="flex min-w-60 flex-1 flex-col gap-0.5">
        <p>{children}</p>
        {guide !== undefined && <GuideHint heading={guide} />}
      </div>
      {action}
    </div>
  );
}
