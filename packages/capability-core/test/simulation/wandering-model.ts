import type { LlmClient, LlmRequest, LlmResponse } from '../../src/index.js';
import { ScriptedModel, type ScriptedToolCall } from '../../src/testing/index.js';
import type { ForeignCalls } from './foreign-calls.js';
import type { SeededRandom } from './seeded-random.js';

const AGENTS = ['general-purpose', 'explore', 'bold', 'nobody'];

/** A model that calls whatever tools and agents come to its mind, until it has said enough. */
export class WanderingModel implements LlmClient {
  readonly #random: SeededRandom;
  readonly #calls: ForeignCalls;
  #lastCall = 0;

  constructor(random: SeededRandom, calls: ForeignCalls) {
    this.#random = random;
    this.#calls = calls;
  }

  async complete({ runId, signal, tools, messages }: LlmRequest): Promise<LlmResponse> {
    await this.#calls.last('a model', runId ?? null, signal);
    if (this.#random.chance(5)) throw new Error('no network');
    if (tools.length === 0 || messages.length > 12 || this.#random.chance(50)) {
      return ScriptedModel.text('done');
    }
    return ScriptedModel.toolCalls(...Array.from({ length: 1 + this.#random.below(3) }, () => this.#call()));
  }

  async *completeStreaming(request: LlmRequest) {
    yield { type: 'response', response: await this.complete(request) } as const;
  }

  #call(): ScriptedToolCall {
    this.#lastCall += 1;
    const id = `call-${this.#lastCall}`;
    switch (this.#random.below(6)) {
      case 0:
        return { id, name: 'asked' };
      case 1:
        return { id, name: 'denied' };
      case 2:
        return { id, name: 'task', input: this.#task() };
      case 3:
        return { id, name: 'parallel_task', input: { tasks: [this.#task(), this.#task()] } };
      default:
        return { id, name: 'work' };
    }
  }

  #task() {
    return { agent: this.#random.pick(AGENTS) ?? '', prompt: 'go' };
  }
}
