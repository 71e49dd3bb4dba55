import { type Clock, systemClock } from '../lifecycle/clock.js';
import { sleep } from '../lifecycle/sleep.js';
import { type ContentBlock, toolResultText } from './content-block.js';
import type { LlmClient, LlmRequest, StreamEvent } from './llm-client.js';
import type { LlmResponse } from './llm-response.js';
import type { Message } from './message.js';
import { ModelError } from './model-error.js';
import { parseRehearsalScript, type RehearsalScript, type RehearsalTurn } from './rehearsal-script.js';
import { type RehearsalWait, RehearsalWaits } from './rehearsal-waits.js';

/**
 * A model that replays a script instead of thinking: the tools it calls are real, its words are not.
 *
 * The script starts anew with each prompt, so one rehearsal serves any number of runs at once, and the same
 * conversation always gets the same answer.
 *
 * @example
 * const model = new RehearsalModel({
 *   turns: [
 *     { waitFor: 'operator', toolCalls: [{ tool: 'mcp__everything__echo', arguments: { message: 'hi' } }] },
 *     { text: 'The server said: {{toolResult}}' },
 *   ],
 * });
 * // later, when the operator agrees:
 * model.release('operator');
 */
export class RehearsalModel implements LlmClient {
  readonly #script: RehearsalScript;
  readonly #clock: Clock;
  readonly #waits = new RehearsalWaits();

  /** @throws {ModelError} `rehearsal-script-invalid` */
  constructor(script: unknown, options: { readonly clock?: Clock } = {}) {
    this.#script = parseRehearsalScript(script);
    this.#clock = options.clock ?? systemClock;
  }

  /** The calls that stand at a `waitFor` now, oldest first. */
  get waiting(): readonly RehearsalWait[] {
    return this.#waits.waiting;
  }

  /**
   * Lets the calls go on that wait for `label` now; a call that comes later waits for the next release.
   *
   * @returns how many were let go
   */
  release(label: string, options: { readonly runId?: string } = {}): number {
    return this.#waits.release(label, options.runId ?? null);
  }

  /** Resolves as soon as a call waits for `label`; rejects with the signal's reason. */
  whenWaiting(label: string, options: { readonly signal: AbortSignal }): Promise<void> {
    return this.#waits.whenWaiting(label, options.signal);
  }

  async complete(request: LlmRequest): Promise<LlmResponse> {
    const turn = this.#turnOf(request.messages);
    await this.#reach(turn, request);
    return answer(turn, request.messages);
  }

  async *completeStreaming(request: LlmRequest): AsyncGenerator<StreamEvent, void, undefined> {
    const turn = this.#turnOf(request.messages);
    await this.#reach(turn, request);
    const response = answer(turn, request.messages);
    for (const block of response.message.content) {
      if (block.type !== 'text') {
        continue;
      }
      for (const text of block.text.match(/\S+\s*|\s+/gu) ?? []) {
        await this.#pause(this.#script.pacing?.wordMs ?? 0, request.signal);
        yield { type: 'text-delta', text };
      }
    }
    yield { type: 'response', response };
  }

  #turnOf(messages: readonly Message[]): RehearsalTurn {
    const position = messages.slice(messages.findLastIndex(isPrompt)).filter(isAnswer).length;
    const turn = this.#script.turns[position];
    if (turn === undefined) {
      throw new ModelError({ code: 'rehearsal-exhausted', turns: this.#script.turns.length });
    }
    return turn;
  }

  async #reach(turn: RehearsalTurn, { signal, runId }: LlmRequest): Promise<void> {
    signal.throwIfAborted();
    await this.#pause(this.#script.pacing?.turnMs ?? 0, signal);
    if (turn.waitFor !== undefined) {
      await this.#waits.wait(turn.waitFor, runId ?? null, signal);
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) {
      await sleep(this.#clock, ms, { signal });
    }
  }
}

function isPrompt(message: Message): boolean {
  return message.role === 'user' && message.content.every((block) => block.type !== 'tool_result');
}

function isAnswer(message: Message): boolean {
  return message.role === 'assistant';
}

function answer(turn: RehearsalTurn, messages: readonly Message[]): LlmResponse {
  const content: ContentBlock[] = [];
  if (turn.text !== undefined) {
    content.push({
      type: 'text',
      text: turn.text.replaceAll('{{toolResult}}', () => latestResult(messages)),
    });
  }
  const answered = messages.filter(isAnswer).length;
  for (const [index, call] of (turn.toolCalls ?? []).entries()) {
    const id = `rehearsal-${answered + 1}-${index + 1}`;
    content.push({ type: 'tool_use', id, name: call.tool, input: call.arguments });
  }
  const promptTokens = estimateTokens(messages);
  const completionTokens = estimateTokens(content);
  return {
    message: { role: 'assistant', content },
    usage: { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens },
    stopReason: turn.toolCalls === undefined ? 'end_turn' : 'tool_use',
    meta: { provider: 'rehearsal' },
  };
}

function latestResult(messages: readonly Message[]): string {
  const block = messages
    .flatMap((message) => message.content)
    .findLast((part) => part.type === 'tool_result');
  return block?.type === 'tool_result' ? toolResultText(block) : '';
}

/** About four characters to a token, as common tokenizers have it; good enough to show a number. */
function estimateTokens(content: unknown): number {
  return Math.ceil(JSON.stringify(content).length / 4);
}
