import type { ReactNode } from 'react';

/** Names and values, aligned. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
