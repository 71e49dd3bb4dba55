import { type ReactNode, useEffect, useRef } from 'react';

/** The next step of a dialog: it takes the focus when it comes, since what had it has gone with the step before. */
export function FocusedPart({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={part} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {children}
    </div>
  );
}
