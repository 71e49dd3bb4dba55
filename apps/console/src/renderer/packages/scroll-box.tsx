import type { ReactNode } from 'react';

/** A long list that scrolls by itself, so that what comes below stays near. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  readonly label: string;
  /** How high it may be. */
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={`overflow-y-auto rounded-box ${className}`}
    >
      {children}
    </section>
  );
}
