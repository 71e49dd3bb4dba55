import { useEffect, useRef, useState } from 'react';
import { useConsole } from '../connection/console-context.js';

const FLASH_MS = 1_000;

/** The cue mark in the corner of the window for a second when a cutover happens, and its announcement. */
export function CutoverFlash() {
  const sessions = useConsole((state) => state.sessions);
  const known = useRef<ReadonlyMap<string, number> | null>(null);
  const [said, setSaid] = useState('');
  const [isLit, setIsLit] = useState(false);

  useEffect(() => {
    const before = known.current;
    known.current = new Map(sessions.map((session) => [session.id, session.stamp.generation]));
    const changed = sessions.find((session) => {
      const generation = before?.get(session.id);
      return generation !== undefined && session.stamp.generation > generation;
    });
    if (changed === undefined) return;
    setSaid(`Generation ${changed.stamp.generation} is current in ${changed.id}`);
    setIsLit(true);
  }, [sessions]);

  useEffect(() => {
    if (!isLit) return;
    const timer = setTimeout(() => setIsLit(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [isLit]);

  return (
    <>
      <div role="status" aria-label="Cutover" className="sr-only">
        {said}
      </div>
      {isLit && (
        <span
          aria-hidden
          data-cue
          className="fixed top-2 right-2 z-50 size-3 rounded-full bg-cue forced-color-adjust-none ring-4 ring-cue/30 motion-safe:animate-cue"
        />
      )}
    </>
  );
}
