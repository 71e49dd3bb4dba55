import type { TranscriptLine, TranscriptPage } from '../../protocol/transcript.js';
import { NOW } from './moments-and-digests.js';

/** One tool call with its answer, in one turn, and an end with nothing left open. */
export function transcriptLines(): readonly TranscriptLine[] {
  const at = (second: number): number => NOW - 15 * 60_000 + second * 1_000;
  return [
    { sequence: 1, at: at(0), type: 'prompt', text: 'Say hello with the echo tool.' },
    { sequence: 2, at: at(1), type: 'text', turn: 1, text: 'I say it with the tool.' },
    {
      sequence: 3,
      at: at(1),
      type: 'tool-call',
      turn: 1,
      callId: 'call-1',
      tool: 'mcp__everything__echo',
      arguments: '{"message":"hello"}',
    },
    {
      sequence: 4,
      at: at(2),
      type: 'tool-result',
      turn: 1,
      callId: 'call-1',
      tool: 'mcp__everything__echo',
      success: true,
      text: 'Echo: hello',
      durationMs: 12,
    },
    {
      sequence: 5,
      at: at(2),
      type: 'turn-end',
      turn: 1,
      tokens: { prompt: 412, completion: 38 },
      durationMs: 1_204,
    },
    { sequence: 6, at: at(3), type: 'end', status: 'completed', text: 'Hello.' },
    {
      sequence: 7,
      at: at(3),
      type: 'close-report',
      clean: true,
      tasks: 0,
      effects: 1,
      leases: 1,
      failures: [],
    },
  ];
}

/** The last page of a transcript, unless the change says otherwise. */
export function aTranscriptPage(change: Partial<TranscriptPage> = {}): TranscriptPage {
  const lines = change.lines ?? transcriptLines();
  return { lines, next: lines.at(-1)?.sequence ?? 0, hasMore: false, ...change };
}
