import { createContext, useContext, useEffect, useState } from 'react';

/** Milliseconds since the epoch. */
export type Clock = () => number;

export const ClockContext = createContext<Clock>(Date.now);

/** Shortest time between two ticks: a page renders at most four times a second. */
export const TICK_MIN_MS = 250;

/** The present moment, told again every `intervalMs`; not while nobody can see the page. */
export function useNow(intervalMs: number): number {
  const clock = useContext(ClockContext);
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const tick = (): void => {
      if (!document.hidden) setNow(clock());
    };
    tick();
    const timer = setInterval(tick, Math.max(TICK_MIN_MS, intervalMs));
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clock, intervalMs]);
  return now;
}
