import { PAGE_LINES_MAX } from '../../src/protocol/limits.js';
import type { MethodParams, MethodResult } from '../../src/protocol/methods.js';
import type { TranscriptLine } from '../../src/protocol/transcript.js';
import type { Answers } from './canned-host.js';

type Draft = TranscriptLine extends infer Line
  ? Line extends unknown
    ? Omit<Line, 'sequence' | 'at'>
    : never
  : never;

/** Writes the lines of a transcript one after another, each some time after the one before. */
class Recorder {
  readonly lines: TranscriptLine[] = [];
  #at: number;
  #calls = 0;

  constructor(startedAt: number) {
    this.#at = startedAt;
  }

  add(afterMs: number, draft: Draft): this {
    this.#at += afterMs;
    this.lines.push({ ...draft, sequence: this.lines.length + 1, at: this.#at });
    return this;
  }

  call(turn: number, tool: string, asked: unknown, said: unknown, tookMs: number, success = true): this {
    this.#calls += 1;
    const callId = `call_${String(this.#calls).padStart(4, '0')}`;
    this.add(140, { type: 'tool-call', turn, callId, tool, arguments: JSON.stringify(asked) });
    if (said === null) return this;
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    return this.add(tookMs, { type: 'tool-result', turn, callId, tool, success, text, durationMs: tookMs });
  }

  say(turn: number, text: string, afterMs = 900): this {
    return this.add(afterMs, { type: 'text', turn, text });
  }

  end(turn: number, prompt: number, completion: number, durationMs: number): this {
    return this.add(60, { type: 'turn-end', turn, tokens: { prompt, completion }, durationMs });
  }
}

const LOOKUP = 'mcp__catalog__lookup';
const PROMPT =
  'Compare what the handbook says about herons with what was noted down at the mill this month. Take one note of what differs, with the place and the day, and say what you left out.';
const FOUND = {
  query: 'heron mill November',
  total: 3,
  notes: [
    {
      id: 'note-0187',
      place: 'mill, lower weir',
      day: '2026-11-03',
      words: 'Two grey herons at first light, one with a ring on its left leg.\nThe water stood at 41 cm.',
      seen: { adults: 2, young: 0 },
    },
    {
      id: 'note-0191',
      place: 'mill, upper pond',
      day: '2026-11-11',
      words: 'None.',
      seen: { adults: 0, young: 0 },
    },
    {
      id: 'note-0204',
      place: 'mill, lower weir',
      day: '2026-11-24',
      words: 'Three, of which one was young. They left when the gauge was read.',
      seen: { adults: 2, young: 1 },
    },
  ],
};
const CHAPTER = `# Herons

Grey herons stand at shallow water, alone as a rule. In winter two or three share one weir.

## When to look

- at first light, before the gauge is read
- not while the sluice is open

A young one keeps its dark crown until its second winter.`;

/** A run that waits for a person, in its third turn. */
export function waitingTranscript(startedAt: number): readonly TranscriptLine[] {
  return new Recorder(startedAt)
    .add(4, { type: 'prompt', text: PROMPT })
    .say(1, 'I read the chapter on herons first, and look for the notes of this month beside it.', 1_400)
    .call(1, 'Skill', { name: 'field-notes:take-notes' }, CHAPTER, 18)
    .call(1, LOOKUP, { query: 'heron mill November', limit: 20 }, FOUND, 412)
    .end(1, 2_412, 186, 2_960)
    .say(
      2,
      'Three notes fit. The second says that none was seen; I ask for the water gauge of that day.',
      1_100,
    )
    .call(
      2,
      'mcp__mill-gauge__read',
      { place: 'upper pond', day: '2026-11-11' },
      '0.38 m at 07:40, rising',
      74,
    )
    .end(2, 3_120, 92, 1_610)
    .say(
      3,
      'The handbook says that herons stand alone as a rule, and that two or three share a weir in winter. The notes of the 3rd and the 24th fit that; the note of the 11th does not, but the sluice was open. I would note this for the lower weir, 24 November. Shall I?',
      1_300,
    ).lines;
}

/** A run whose second tool fails, which ends as failed, and whose close leaves something. */
export function failedTranscript(startedAt: number): readonly TranscriptLine[] {
  return new Recorder(startedAt)
    .add(4, { type: 'prompt', text: 'Look up where the grey heron was seen last, and read the gauge there.' })
    .say(1, 'I look it up.', 800)
    .call(1, LOOKUP, { query: 'grey heron', limit: 1 }, FOUND, 390)
    .end(1, 1_204, 48, 1_420)
    .call(
      2,
      LOOKUP,
      { query: 'gauge at the lower weir', limit: 5 },
      'lookup did not answer in 30 s: its server is still there, and was asked to stop.',
      30_012,
      false,
    )
    .call(2, 'mcp__mill-gauge__read', { place: 'lower weir', day: '2026-11-24' }, null, 0)
    .add(190_000, { type: 'end', status: 'failed', text: 'lookup did not answer in 30 s.' })
    .add(5_040, {
      type: 'close-report',
      clean: false,
      tasks: 2,
      effects: 1,
      leases: 2,
      failures: [
        {
          name: 'mcp-server catalog',
          outcome: 'timed out',
          code: 'group-not-ended',
          message: 'The processes 4711 and 4712 were still there 5 s after SIGKILL.',
        },
      ],
    }).lines;
}

/** A finished run of about as many lines as asked for. */
export function longTranscript(startedAt: number, lines: number): readonly TranscriptLine[] {
  const recorder = new Recorder(startedAt).add(4, { type: 'prompt', text: PROMPT });
  for (let turn = 1; recorder.lines.length < lines - 8; turn += 1) {
    recorder.say(turn, turn % 7 === 0 ? CHAPTER : `Looking at day ${turn} of the year.`, 120);
    for (let call = 0; call <= turn % 4; call += 1) {
      const failed = (turn * 5 + call) % 23 === 0;
      recorder.call(
        turn,
        call % 2 === 0 ? LOOKUP : 'mcp__mill-gauge__read',
        call % 2 === 0 ? { query: `heron day ${turn}`, limit: call + 1 } : { place: 'lower weir', day: turn },
        failed
          ? 'The gauge did not answer in 2 s.'
          : call % 2 === 0
            ? FOUND
            : `0.${30 + (turn % 40)} m, falling`,
        failed ? 2_004 : 12 + ((turn * 37 + call) % 400),
        !failed,
      );
    }
    recorder.end(turn, 2_000 + turn * 3, 40 + (turn % 60), 700 + ((turn * 13) % 900));
  }
  return recorder
    .say(9_999, 'Herons were seen on 94 of 365 days, most of them at the lower weir.', 400)
    .end(9_999, 9_120, 240, 900)
    .add(20, {
      type: 'end',
      status: 'completed',
      text: 'Herons were seen on 94 of 365 days, most of them at the lower weir.',
    })
    .add(12, { type: 'close-report', clean: true, tasks: 3, effects: 0, leases: 2, failures: [] }).lines;
}

/** Answers for transcripts out of those of each run; an unknown run has none. */
export function transcriptAnswers(byRun: Readonly<Record<string, readonly TranscriptLine[]>>): Answers {
  return { 'transcript.read': (params) => ({ result: pageOf(byRun[params.run] ?? [], params) }) };
}

function pageOf(
  lines: readonly TranscriptLine[],
  { after, limit }: MethodParams<'transcript.read'>,
): MethodResult<'transcript.read'> {
  const page = lines.filter((line) => line.sequence > after).slice(0, Math.min(limit, PAGE_LINES_MAX));
  const next = page.at(-1)?.sequence ?? after;
  return { lines: page, next, hasMore: lines.some((line) => line.sequence > next) };
}
