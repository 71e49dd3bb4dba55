import { useLayoutEffect, useRef, useState } from 'react';

/** A few lines of text are shown as they are; more of them scroll, so that what follows stays in reach. */
export function ScrollText({ children, isCode = false }: { children: string; isCode?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null) setIsCut(element.scrollHeight > element.clientHeight);
  });
  return (
    <div
      ref={box}
      // What scrolls must be reachable by keyboard; what does not is no stop on the way.
      tabIndex={isCut ? 0 : undefined}
      className={`overflow-y-auto break-words whitespace-pre-wrap ${isCode ? 'max-h-[126px] rounded-box border border-line bg-paper p-2 font-mono text-meta' : 'max-h-[120px] rounded-chip'}`}
    >
      {children}
    </div>
  );
}
