import type { ReactNode } from 'react';

/** What stands where nothing is yet: one sentence, and what to do about it. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-dashed border-edge px-4 py-3 text-muted">
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </div>
  );
}
