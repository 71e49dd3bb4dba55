import { createParser } from 'eventsource-parser';
import type { StreamEvent } from '../model/llm-client.js';
import { ModelError } from '../model/model-error.js';
import type { AnswerAssembly } from './answer-assembly.js';
import { answerChunk } from './answer-chunk.js';
import type { ClientSettings } from './client-options.js';
import type { Exchange } from './exchange.js';

const END = '[DONE]';

/**
 * Reads server-sent events into an answer; yields its text as it comes.
 *
 * @throws {ModelError} `incomplete-stream` when it ends before the model said why it stopped, and what reading throws
 */
export async function* streamedAnswer(
  exchange: Exchange,
  assembly: AnswerAssembly,
  settings: ClientSettings,
): AsyncGenerator<StreamEvent, void, undefined> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for (let piece = await exchange.next(); piece !== null; piece = await exchange.next()) {
    parser.feed(piece);
    for (const data of events.splice(0)) {
      if (data.trim() === END) {
        await exchange.finish();
        return;
      }
      const text = assembly.add(answerChunk(data, settings));
      if (text !== '') yield { type: 'text-delta', text };
    }
  }
  // Some servers end without a word once the answer is complete.
  if (!assembly.isFinished) throw new ModelError({ code: 'incomplete-stream' });
}
