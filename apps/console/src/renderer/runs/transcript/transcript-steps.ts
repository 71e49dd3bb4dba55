import type { TranscriptLine } from '../../../protocol/transcript.js';

type LineOf<Type extends TranscriptLine['type']> = Extract<TranscriptLine, { type: Type }>;

/** A tool call with its result, as far as both were recorded. */
export interface ToolStep {
  readonly kind: 'tool';
  /** Number and moment of its first line. */
  readonly sequence: number;
  readonly at: number;
  readonly turn: number;
  readonly callId: string;
  readonly tool: string;
  /** JSON text; null when the call itself is not in the transcript any more. */
  readonly arguments: string | null;
  readonly result: LineOf<'tool-result'> | null;
}

export interface TextStep {
  readonly kind: 'text';
  readonly sequence: number;
  readonly at: number;
  readonly turn: number;
  readonly text: string;
}

/** A step outside of the turns: what was asked, how it ended, what closing settled, what is not there. */
export interface SingleStep {
  readonly kind: 'single';
  readonly sequence: number;
  readonly at: number;
  readonly line: LineOf<'prompt' | 'end' | 'close-report' | 'cut'>;
  /** True for an end whose text is what the model said last. */
  readonly isRepeated: boolean;
}

/** One turn of the model: what it said and called, and its totals once it has ended. */
export interface Turn {
  readonly kind: 'turn';
  readonly sequence: number;
  readonly at: number;
  readonly turn: number;
  readonly steps: readonly (TextStep | ToolStep)[];
  readonly end: LineOf<'turn-end'> | null;
}

export type Step = TextStep | ToolStep | SingleStep;
export type TranscriptPart = Turn | SingleStep;

/** A call that may still get its result. */
type OpenCall = { -readonly [Name in keyof ToolStep]: ToolStep[Name] };

interface OpenTurn extends Omit<Turn, 'steps' | 'end'> {
  readonly steps: (TextStep | OpenCall)[];
  /** The calls without a result by their ids, the oldest first. */
  readonly waiting: Map<string, OpenCall[]>;
  end: LineOf<'turn-end'> | null;
}

/** The lines of a transcript as a person reads them: turn by turn, each call with its result, in order. */
export function transcriptParts(lines: readonly TranscriptLine[]): readonly TranscriptPart[] {
  const parts: (OpenTurn | SingleStep)[] = [];
  const turns = new Map<number, OpenTurn>();
  let lastText: string | null = null;
  const turnOf = ({ turn, sequence, at }: { turn: number; sequence: number; at: number }): OpenTurn => {
    const known = turns.get(turn);
    if (known !== undefined) return known;
    const opened: OpenTurn = { kind: 'turn', sequence, at, turn, steps: [], waiting: new Map(), end: null };
    turns.set(turn, opened);
    parts.push(opened);
    return opened;
  };
  for (const line of lines) {
    switch (line.type) {
      case 'text':
        turnOf(line).steps.push(textStep(line));
        lastText = line.text;
        break;
      case 'tool-call':
        takeCall(turnOf(line), line);
        break;
      case 'tool-result':
        takeResult(turnOf(line), line);
        break;
      case 'turn-end':
        turnOf(line).end = line;
        break;
      case 'prompt':
      case 'end':
      case 'close-report':
      case 'cut':
        parts.push({
          kind: 'single',
          sequence: line.sequence,
          at: line.at,
          line,
          isRepeated: line.type === 'end' && line.text === lastText,
        });
        break;
    }
  }
  return parts.map((part) => (part.kind === 'turn' ? closed(part) : part));
}

function textStep({ sequence, at, turn, text }: LineOf<'text'>): TextStep {
  return { kind: 'text', sequence, at, turn, text };
}

function takeCall({ steps, waiting }: OpenTurn, line: LineOf<'tool-call'>): void {
  const { sequence, at, turn, callId, tool } = line;
  const call: OpenCall = {
    kind: 'tool',
    sequence,
    at,
    turn,
    callId,
    tool,
    arguments: line.arguments,
    result: null,
  };
  steps.push(call);
  waiting.set(callId, [...(waiting.get(callId) ?? []), call]);
}

/** To the oldest call of its id that waits; a result whose call was not kept stands alone. */
function takeResult({ steps, waiting }: OpenTurn, line: LineOf<'tool-result'>): void {
  const { sequence, at, turn, callId, tool } = line;
  const call = waiting.get(callId)?.shift();
  if (call === undefined) {
    steps.push({ kind: 'tool', sequence, at, turn, callId, tool, arguments: null, result: line });
  } else call.result = line;
}

function closed({ kind, sequence, at, turn, steps, end }: OpenTurn): Turn {
  return { kind, sequence, at, turn, steps, end };
}
