/**
 * A language model object of the AI SDK, as far as it is used. `LanguageModelV3` and `LanguageModelV4` of
 * `@ai-sdk/provider` are such models, and so is what `provider(modelId)` of an AI SDK provider gives.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  doStream(options: AiSdkCallOptions): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** What a model is called with. The prompt has the form of its specification. */
export interface AiSdkCallOptions {
  readonly prompt: readonly unknown[];
  readonly tools?: readonly unknown[];
  readonly abortSignal?: AbortSignal;
}
