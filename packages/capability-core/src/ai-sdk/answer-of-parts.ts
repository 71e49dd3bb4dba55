import { utf8Length } from '../identity/text-rules.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { Clock } from '../lifecycle/clock.js';
import type { ContentBlock } from '../model/content-block.js';
import type { LlmResponse, LlmResponseMeta } from '../model/llm-response.js';
import { ModelError } from '../model/model-error.js';
import type { TokenUsage } from '../model/token-usage.js';
import { toolUseOfText } from '../model/tool-use-of-text.js';
import { ANSWER_BYTES_MAX, WARNINGS_MAX } from './limits.js';
import { providerFailure } from './provider-failure.js';
import type { StreamPart } from './stream-part.js';

type Finish = Extract<StreamPart, { readonly type: 'finish' }>;
type Warning = Extract<StreamPart, { readonly type: 'stream-start' }>['warnings'][number];
type ToolCall = Extract<StreamPart, { readonly type: 'tool-call' }>;

/** Puts an answer together from the parts of its stream. */
export class AnswerOfParts {
  readonly #clock: Clock;
  readonly #startedAt: number;
  /** Text blocks by their ids, and tool calls, in the order in which they began. */
  readonly #blocks: (ContentBlock | { readonly textId: string })[] = [];
  readonly #texts = new Map<string, string>();
  readonly #warnings: string[] = [];
  #reasoning = '';
  #bytes = 0;
  #finish: Finish | null = null;
  #meta: LlmResponseMeta;

  constructor(clock: Clock, meta: LlmResponseMeta) {
    this.#clock = clock;
    this.#startedAt = clock.elapsed();
    this.#meta = meta;
  }

  /**
   * @returns the text that this part adds
   * @throws {ModelError} `tool-run-by-provider`, `provider-answer-too-large`, or what an error of the stream stands for
   */
  add(part: StreamPart): string {
    switch (part.type) {
      case 'text-delta':
        return this.#addText(part);
      case 'reasoning-delta':
        this.#count(part.delta);
        this.#reasoning += part.delta;
        return '';
      case 'tool-call':
        this.#addCall(part);
        return '';
      case 'tool-result':
        throw new ModelError({ code: 'tool-run-by-provider', tool: part.toolName });
      case 'tool-approval-request':
        throw new ModelError({ code: 'tool-run-by-provider', tool: 'one that asks for approval' });
      case 'file':
        this.#warn(`A file of the type ${part.mediaType} was left out.`);
        return '';
      case 'stream-start':
        for (const warning of part.warnings) this.#warn(warningText(warning));
        return '';
      case 'response-metadata':
        this.#meta = {
          ...this.#meta,
          ...(part.id === undefined ? {} : { responseId: part.id }),
          ...(part.modelId === undefined ? {} : { responseModel: part.modelId }),
        };
        return '';
      case 'finish':
        this.#finish = part;
        return '';
      case 'error':
        throw providerFailure(part.error, this.#clock.now());
    }
  }

  /** @throws {ModelError} `incomplete-stream`, `provider-refused` */
  response(): LlmResponse {
    const finish = this.#finish;
    if (finish === null || finish.finishReason.unified === 'interrupted') {
      throw new ModelError({ code: 'incomplete-stream' });
    }
    const { unified, raw } = finish.finishReason;
    if (unified === 'error') {
      const reason = messageOf(raw, 'It ended with an error that it did not name.');
      throw new ModelError({ code: 'provider-refused', status: null, reason });
    }
    const content = this.#blocks.map((block): ContentBlock => {
      return 'textId' in block ? { type: 'text', text: this.#texts.get(block.textId) ?? '' } : block;
    });
    return {
      message: {
        role: 'assistant',
        content,
        ...(this.#reasoning === '' ? {} : { reasoningContent: this.#reasoning }),
      },
      usage: tokenUsage(finish.usage),
      stopReason: stopReason(unified, raw),
      meta: {
        ...this.#meta,
        durationMs: this.#clock.elapsed() - this.#startedAt,
        ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }),
      },
    };
  }

  #addText({ id, delta }: Extract<StreamPart, { readonly type: 'text-delta' }>): string {
    if (delta === '') return '';
    this.#count(delta);
    const text = this.#texts.get(id);
    if (text === undefined) this.#blocks.push({ textId: id });
    this.#texts.set(id, (text ?? '') + delta);
    return delta;
  }

  #addCall({ toolCallId, toolName, input, providerExecuted }: ToolCall): void {
    if (providerExecuted === true) throw new ModelError({ code: 'tool-run-by-provider', tool: toolName });
    this.#count(toolName + input);
    this.#blocks.push(toolUseOfText(toolCallId, toolName, input));
  }

  #count(text: string): void {
    // The first one stays.
    this.#meta = { firstTokenMs: this.#clock.elapsed() - this.#startedAt, ...this.#meta };
    this.#bytes += utf8Length(text);
    if (this.#bytes > ANSWER_BYTES_MAX) {
      throw new ModelError({ code: 'provider-answer-too-large', limitBytes: ANSWER_BYTES_MAX });
    }
  }

  #warn(text: string): void {
    if (this.#warnings.length < WARNINGS_MAX) this.#warnings.push(messageOf(text));
  }
}

function warningText({ type, feature, setting, message, details }: Warning): string {
  return [type, feature ?? setting, message ?? details].filter((text) => text !== undefined).join(': ');
}

function tokenUsage({ inputTokens, outputTokens }: Finish['usage']): TokenUsage {
  const promptTokens = inputTokens.total ?? 0;
  const completionTokens = outputTokens.total ?? 0;
  const { cacheRead, cacheWrite } = inputTokens;
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
  };
}

function stopReason(unified: string, raw: string | undefined): string {
  switch (unified) {
    case 'stop':
      return 'end_turn';
    case 'tool-calls':
      return 'tool_use';
    case 'length':
      return 'max_tokens';
    case 'content-filter':
      return 'refusal';
    default:
      return raw ?? unified;
  }
}
