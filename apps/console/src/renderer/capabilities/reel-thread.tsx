import { runName } from '../shared/format/run-name.js';
import { runState, STATES, type StateName } from '../shared/ui/states.js';
import type { Tone } from '../shared/ui/tone.js';
import type { Thread } from './reel-model.js';
import { ReelPart } from './reel-part.js';

const STROKES: Record<Tone, string> = {
  idle: 'stroke-idle',
  run: 'stroke-run',
  wait: 'stroke-wait-mark',
  ok: 'stroke-ok',
  pin: 'stroke-pin',
  closed: 'stroke-closed',
  undo: 'stroke-undo',
  bad: 'stroke-bad',
  unknown: 'stroke-unknown',
};
const FILLS: Record<Tone, string> = {
  idle: 'fill-idle',
  run: 'fill-run',
  wait: 'fill-wait',
  ok: 'fill-ok',
  pin: 'fill-pin',
  closed: 'fill-closed',
  undo: 'fill-undo',
  bad: 'fill-bad',
  unknown: 'fill-unknown',
};

/** A run: a thread from its admission to its end, with a pin at its head while it holds an old generation. */
export function ReelThread({ thread, isSelected }: { thread: Thread; isSelected: boolean }) {
  const { run, x0, x1, y, isLive, isPinned } = thread;
  const state: StateName = runState(run);
  const tone: Tone = isPinned && state !== 'waiting' ? 'pin' : STATES[state].tone;
  return (
    <ReelPart
      label={[
        `Run ${runName(run.id)}`,
        STATES[state].word,
        `${isPinned ? 'pinned to' : 'in'} generation ${run.generation}`,
      ].join(', ')}
      selection={{ kind: 'run', id: run.id }}
      isSelected={isSelected}
    >
      <rect
        x={x0 - 7}
        y={y - 8}
        width={x1 - x0 + (isLive ? 88 : 14)}
        height={16}
        rx={4}
        strokeWidth={2}
        className="fill-transparent stroke-transparent group-focus-visible:stroke-accent"
      />
      <line
        x1={x0}
        x2={x1}
        y1={y}
        y2={y}
        strokeWidth={isSelected ? 4 : isPinned ? 2.5 : 2}
        className={`${STROKES[tone]} group-hover:stroke-[4px]`}
      />
      {isPinned ? (
        <circle cx={x0} cy={y} r={4} strokeWidth={2} className={`fill-surface ${STROKES[tone]}`} />
      ) : (
        <circle cx={x0} cy={y} r={2} strokeWidth={2} className={`${FILLS[tone]} ${STROKES[tone]}`} />
      )}
      {!isLive && run.status === 'failed' && <Cross x={x1} y={y} className={STROKES[tone]} />}
      {isLive && (
        <text x={x1 + 8} y={y + 4} className={`font-medium ${FILLS[tone]} ${isSelected ? 'underline' : ''}`}>
          {runName(run.id)}
        </text>
      )}
    </ReelPart>
  );
}

function Cross({ x, y, className }: { x: number; y: number; className: string }) {
  return <path d={`M${x - 3},${y - 3} l6,6 m0,-6 l-6,6`} strokeWidth={2} className={className} />;
}
