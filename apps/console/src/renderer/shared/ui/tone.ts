/** One colour per kind of state; the names are those of the colour tokens. */
export type Tone = 'idle' | 'run' | 'wait' | 'ok' | 'pin' | 'closed' | 'undo' | 'bad' | 'unknown';

export const TEXT: Record<Tone, string> = {
  idle: 'text-idle',
  run: 'text-run',
  wait: 'text-wait',
  ok: 'text-ok',
  pin: 'text-pin',
  closed: 'text-closed',
  undo: 'text-undo',
  bad: 'text-bad',
  unknown: 'text-unknown',
};

/** A mark or a chip of the tone: text on a tint of the same hue. */
export const TINT: Record<Tone, string> = {
  idle: 'text-idle bg-idle/10',
  run: 'text-run bg-run/12',
  wait: 'text-wait bg-wait-mark/16',
  ok: 'text-ok bg-ok/12',
  pin: 'text-pin bg-pin/12',
  closed: 'text-closed bg-closed/10',
  undo: 'text-undo bg-undo/12',
  bad: 'text-bad bg-bad/12',
  unknown: 'text-unknown border border-unknown/60',
};

export const FILL: Record<Tone, string> = {
  idle: 'bg-idle',
  run: 'bg-run',
  wait: 'bg-wait-mark',
  ok: 'bg-ok',
  pin: 'bg-pin',
  closed: 'bg-closed',
  undo: 'bg-undo',
  bad: 'bg-bad',
  unknown: 'bg-unknown',
};
