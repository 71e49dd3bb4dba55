import { type ReactNode, useId } from 'react';

/** A named region of a screen: heading, what it counts, its actions at the right. */
export function Section({
  anchor,
  title,
  note,
  actions,
  children,
}: {
  /** What a link to this part of the screen names. */
  readonly anchor?: string;
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-7 items-center gap-3 tiny:flex-wrap">
        <h2 id={id} className="text-base font-strong whitespace-nowrap">
          {title}
        </h2>
        {note !== undefined && (
          <div className="flex min-w-0 items-center gap-2 text-base text-muted tiny:flex-wrap">{note}</div>
        )}
        {actions !== undefined && (
          <div className="ml-auto flex items-center gap-2 tiny:flex-wrap">{actions}</div>
        )}
      </div>
      {children}
    </section>
  );
}
