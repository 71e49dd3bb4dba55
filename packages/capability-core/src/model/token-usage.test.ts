import { expect, test } from 'vitest';
import { addTokenUsage, NO_TOKEN_USAGE } from './token-usage.js';

test('usages add up, and a cache count is absent only if nobody gave one', () => {
  const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 };
  expect(addTokenUsage(NO_TOKEN_USAGE, usage)).toEqual(usage);
  expect(addTokenUsage({ ...usage, cacheReadTokens: 4 }, { ...usage, cacheWriteTokens: 5 })).toEqual({
    promptTokens: 2,
    completionTokens: 4,
    totalTokens: 6,
    cacheReadTokens: 4,
    cacheWriteTokens: 5,
  });
});
