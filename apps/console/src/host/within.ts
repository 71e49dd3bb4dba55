import type { Clock } from '@changeover/capability-core';

/** Waits for `work`, but not longer than `timeoutMs`; it goes on then. Rejects when `work` does in that time. */
export async function within(work: Promise<unknown>, timeoutMs: number, clock: Clock): Promise<void> {
  let undo: () => void = () => undefined;
  const bound = new Promise<void>((resolve) => {
    undo = clock.setTimer(timeoutMs, resolve);
  });
  // What fails later has nobody left to tell; each work of ours keeps its own failures.
  work.catch(() => undefined);
  try {
    await Promise.race([work, bound]);
  } finally {
    undo();
  }
}
