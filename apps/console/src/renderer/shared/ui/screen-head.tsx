import type { ReactNode } from 'react';

/** The head of a screen: its title, what qualifies it, its actions. */
export function ScreenHead({
  title,
  note,
  actions,
}: {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
      <h1
        className="max-w-full min-w-0 truncate text-title"
        title={typeof title === 'string' ? title : undefined}
      >
        {title}
      </h1>
      <div className="flex min-w-0 items-center gap-2 text-muted tiny:flex-wrap">{note}</div>
      <div className="ml-auto flex shrink-0 items-center gap-2 tiny:shrink tiny:flex-wrap">{actions}</div>
    </div>
  );
}
