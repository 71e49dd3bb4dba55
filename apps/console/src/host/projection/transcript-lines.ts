import type { JsonValue } from '@changeover/capability-core';
import { TRANSCRIPT_TEXT_MAX_LENGTH } from '../limits.js';
import type { TranscriptRecord } from '../records/transcript-record.js';
import { cutText } from '../text/cut-text.js';
import type { RunHappening } from './session-happening.js';

/** What a happening adds to its run's transcript; null when nothing. */
export function transcriptLineOf(event: RunHappening): TranscriptRecord | null {
  const { at } = event;
  switch (event.type) {
    case 'run-admitted':
      return { format: 1, at, type: 'prompt', text: kept(event.prompt) };
    case 'run-turn':
      return event.phase === 'started' || event.text === ''
        ? null
        : { format: 1, at, type: 'text', turn: event.turn, text: kept(event.text) };
    case 'run-tool-call': {
      const { callId, tool } = event;
      return event.phase === 'started'
        ? { format: 1, at, type: 'tool-call', callId, tool, arguments: keptArguments(event.arguments) }
        : {
            format: 1,
            at,
            type: 'tool-result',
            callId,
            tool,
            success: event.success,
            text: kept(event.content),
            durationMs: Math.round(event.durationMs),
          };
    }
    case 'run-finished':
      return {
        format: 1,
        at,
        type: 'end',
        status: event.status,
        text: kept(event.error?.message ?? event.text ?? ''),
      };
    case 'run-text':
    case 'run-closed':
    case 'lease-acquired':
    case 'lease-released':
    case 'late-lease':
      return null;
  }
}

function kept(text: string): string {
  return cutText(text, TRANSCRIPT_TEXT_MAX_LENGTH);
}

/** Arguments that are too long are kept as the beginning of their text. */
function keptArguments(value: JsonValue): JsonValue {
  const text = JSON.stringify(value);
  return text.length <= TRANSCRIPT_TEXT_MAX_LENGTH ? value : kept(text);
}
