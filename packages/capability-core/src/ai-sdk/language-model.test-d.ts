import type {
  LanguageModelV3,
  LanguageModelV3Prompt,
  LanguageModelV4,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { expectTypeOf, test } from 'vitest';
import type { LlmRequest } from '../model/llm-client.js';
import { V3_IMAGES, V4_IMAGES } from './image-forms.js';
import type { AiSdkLanguageModel } from './language-model.js';
import { promptOf } from './prompt.js';

declare const request: LlmRequest;

test('models of both specifications are models here, and get prompts of their own', () => {
  expectTypeOf<LanguageModelV3>().toExtend<AiSdkLanguageModel>();
  expectTypeOf<LanguageModelV4>().toExtend<AiSdkLanguageModel>();
  expectTypeOf(promptOf(request, V3_IMAGES)).toExtend<LanguageModelV3Prompt>();
  expectTypeOf(promptOf(request, V4_IMAGES)).toExtend<LanguageModelV4Prompt>();
});
