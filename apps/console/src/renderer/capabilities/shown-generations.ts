import type { Generation } from '../../protocol/generation.js';
import { BANDS_MAX, LIVE_BANDS_MAX } from './limits.js';

/** Those in force or held, and as many retired ones as there is room for: of both the newest. */
export function shownGenerations(all: readonly Generation[], from: number | null): readonly Generation[] {
  const isInTime = ({ retiredAt }: Generation): boolean =>
    from === null || retiredAt === null || retiredAt >= from;
  const retired = all.filter((generation) => generation.state === 'retired' && isInTime(generation));
  const alive = all.filter((generation) => generation.state !== 'retired');
  const shownAlive = alive.slice(-LIVE_BANDS_MAX);
  const room = Math.max(0, BANDS_MAX - shownAlive.length);
  const shown = new Set([...shownAlive, ...(room === 0 ? [] : retired.slice(-room))]);
  return all.filter((generation) => shown.has(generation));
}
