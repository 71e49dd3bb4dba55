import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test';

type V3Stream = Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'];
/** A part of a stream of specification V3, as the AI SDK has it that the tests run. */
export type V3Part = V3Stream extends ReadableStream<infer Part> ? Part : never;

/** What a model of the AI SDK says that it used. */
export const USAGE = {
  inputTokens: { total: 7, noCache: 2, cacheRead: 4, cacheWrite: 1 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};

/** The end of an answer. */
export function finish(
  unified: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other',
  raw?: string,
) {
  return { type: 'finish', usage: USAGE, finishReason: { unified, raw } } as const;
}

/** A piece of an answer's text. */
export function text(delta: string, id = 't') {
  return { type: 'text-delta', id, delta } as const;
}

/** A model of specification V3 that streams these parts to each call. */
export function v3Model(...parts: readonly V3Part[]): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    provider: 'mock',
    modelId: 'tiny',
    doStream: async () => ({ stream: convertArrayToReadableStream([...parts]) }),
  });
}

/** A model of specification V4, and the calls it gets. */
export function v4Model(...parts: readonly LanguageModelV4StreamPart[]) {
  const calls: unknown[] = [];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'mock',
    modelId: 'tiny',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async (options) => {
      calls.push(options);
      return { stream: convertArrayToReadableStream([...parts]) };
    },
  };
  return { model, calls };
}
