import type { ContentBlock } from '../model/content-block.js';
import type { LlmResponse, LlmResponseMeta } from '../model/llm-response.js';
import { ModelError } from '../model/model-error.js';
import { NO_TOKEN_USAGE, type TokenUsage } from '../model/token-usage.js';
import type { AnswerChunk, AnswerPart, AnswerUsage } from './answer-chunk.js';
import type { ClientSettings } from './client-options.js';
import { ToolCallAssembly } from './tool-call-assembly.js';

/** Puts an answer together from its chunks, or from the one that it is. */
export class AnswerAssembly {
  readonly #settings: ClientSettings;
  readonly #startedAt: number;
  readonly #calls = new ToolCallAssembly();
  #text = '';
  #reasoning = '';
  #hasAnswer = false;
  #stopReason: string | null = null;
  #usage: TokenUsage = NO_TOKEN_USAGE;
  #meta: LlmResponseMeta;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#startedAt = settings.clock.elapsed();
    this.#meta = {
      provider: 'openai-compatible',
      requestModel: settings.model,
      requestUrl: settings.shownUrl,
    };
  }

  /** Whether the model said why it stopped; what follows is about the answer, not of it. */
  get isFinished(): boolean {
    return this.#stopReason !== null;
  }

  /** @returns the text that this chunk adds */
  add({ id, object, model, choices, usage }: AnswerChunk): string {
    this.#meta = {
      ...this.#meta,
      ...(id ? { responseId: id } : {}),
      ...(model ? { responseModel: model } : {}),
      ...(object ? { responseObject: object } : {}),
    };
    if (usage) this.#usage = tokenUsage(usage);
    const choice = choices?.find(({ index }) => (index ?? 0) === 0);
    if (choice === undefined) return '';
    if (choice.finish_reason) this.#stopReason = choice.finish_reason;
    const part = choice.delta ?? choice.message;
    return part ? this.#addPart(part, choice.message ? null : this.#elapsedMs()) : '';
  }

  /** @throws {ModelError} `provider-answer-invalid` when nothing of an answer was there */
  response(): LlmResponse {
    if (!this.#hasAnswer) {
      throw new ModelError({ code: 'provider-answer-invalid', reason: 'It holds no choice.' });
    }
    const calls = this.#calls.finish(this.#settings.ids);
    const content: ContentBlock[] = [...textBlocks(this.#text), ...calls];
    return {
      message: {
        role: 'assistant',
        content,
        ...(this.#reasoning === '' ? {} : { reasoningContent: this.#reasoning }),
      },
      usage: this.#usage,
      stopReason: stopReason(this.#stopReason ?? 'stop', calls.length > 0),
      meta: { ...this.#meta, durationMs: this.#elapsedMs() },
    };
  }

  #addPart(part: AnswerPart, firstTokenMs: number | null): string {
    this.#hasAnswer = true;
    const { content, refusal, tool_calls: calls } = part;
    const said =
      typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');
    const text = said + (refusal ?? '');
    const reasoning = part.reasoning_content || part.reasoning || '';
    this.#text += text;
    this.#reasoning += reasoning;
    for (const call of calls ?? []) this.#calls.add(call);
    const isToken = text !== '' || reasoning !== '' || (calls ?? []).length > 0;
    // The first one stays.
    if (isToken && firstTokenMs !== null) this.#meta = { firstTokenMs, ...this.#meta };
    return text;
  }

  #elapsedMs(): number {
    return this.#settings.clock.elapsed() - this.#startedAt;
  }
}

function textBlocks(text: string): readonly ContentBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function tokenUsage(usage: NonNullable<AnswerUsage>): TokenUsage {
  const promptTokens = usage.prompt_tokens ?? 0;
  const completionTokens = usage.completion_tokens ?? 0;
  const cacheReadTokens = usage.prompt_tokens_details?.cached_tokens;
  return {
    promptTokens,
    completionTokens,
    totalTokens: usage.total_tokens ?? promptTokens + completionTokens,
    ...(typeof cacheReadTokens === 'number' ? { cacheReadTokens } : {}),
  };
}

/** Servers say `stop` of answers that call tools, too. */
function stopReason(finishReason: string, callsTools: boolean): string {
  switch (finishReason) {
    case 'stop':
    case 'tool_calls':
      return callsTools ? 'tool_use' : 'end_turn';
    case 'length':
      return 'max_tokens';
    case 'content_filter':
      return 'refusal';
    default:
      return finishReason;
  }
}
