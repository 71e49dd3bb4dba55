import type { Batch } from '../../protocol/batch.js';
import type { Generation } from '../../protocol/generation.js';
import type { Run } from '../../protocol/run.js';
import type { Squeezed, Tick } from './time-scale.js';

export interface ReelInput {
  /** Of one session, in ascending order. */
  readonly generations: readonly Generation[];
  /** Of the same session, in any order. */
  readonly runs: readonly Run[];
  /** The batch that is being applied to it; null when there is none. */
  readonly batch: Batch | null;
  readonly now: number;
  /** Where the axis begins, in epoch milliseconds; null to begin with the first moment there is. */
  readonly from: number | null;
  readonly width: number;
}

/** A run, from where it was admitted to where it ended, or to now. */
export interface Thread {
  readonly run: Run;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly isLive: boolean;
  /** It holds a generation that is no longer the current one. */
  readonly isPinned: boolean;
}

/** A generation: in force from `x0` to `currentX1`, held by runs from there to `x1`. */
export interface Band {
  readonly generation: Generation;
  readonly y: number;
  readonly height: number;
  readonly x0: number;
  readonly currentX1: number;
  readonly x1: number;
  /** It began before the axis does. */
  readonly isCut: boolean;
  readonly threads: readonly Thread[];
  readonly hiddenThreads: number;
}

/** Where one generation took over from the one above it. */
export interface Cutover {
  readonly generation: number;
  readonly x: number;
  readonly fromY: number;
  readonly toY: number;
}

/** The generation that would be published next. */
export interface PendingBand {
  readonly batch: Batch;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly height: number;
  readonly prepared: number;
  readonly total: number;
}

export interface Reel {
  readonly width: number;
  readonly height: number;
  readonly plot: { readonly x0: number; readonly x1: number; readonly y0: number; readonly y1: number };
  readonly ticks: readonly Tick[];
  readonly squeezed: readonly Squeezed[];
  readonly bands: readonly Band[];
  readonly cutovers: readonly Cutover[];
  readonly pending: PendingBand | null;
  readonly hiddenBands: number;
}
