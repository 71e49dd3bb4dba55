import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_BYTES } from '../lifecycle/limits.js';
import type { JsonObject } from '../model/json-value.js';
import { MODEL_ARGUMENTS_DEPTH_MAX } from '../model/limits.js';
import { checkHookResponse, HookResponse } from './hook-response.js';
import { HOOK_DATA_BYTES_MAX, HOOK_RETRY_AFTER_MS_MAX } from './limits.js';

describe('the answer of a hook', () => {
  it.each<[string, HookResponse]>([
    ['go on', HookResponse.continue()],
    ['go on with something else', HookResponse.continue({ prompt: 'other' })],
    ['refuse', HookResponse.block('no')],
    ['refuse for now', HookResponse.retry('busy', 5)],
    ['skip', HookResponse.skip()],
    ['ask a person', HookResponse.escalate('costly')],
    ['ask a certain person', HookResponse.escalate('costly', 'ada')],
  ])('can be to %s', (_what, response) => {
    expect(checkHookResponse(response)).toStrictEqual({ type: 'sound', response });
  });

  it('is kept as a frozen copy of it', () => {
    const data = { arguments: { path: 'a' } };
    const checked = checkHookResponse(HookResponse.continue(data));
    data.arguments.path = 'b';
    expect(checked).toEqual({ type: 'sound', response: HookResponse.continue({ arguments: { path: 'a' } }) });
    const response =
      checked.type === 'sound' && checked.response.type === 'continue' ? checked.response : null;
    expect([response, response?.data, response?.data?.['arguments']].every(Object.isFrozen)).toBe(true);
  });

  it('has a reason of at most so many bytes', () => {
    expect(checkHookResponse(HookResponse.block('x'.repeat(MAX_MESSAGE_BYTES + 1)))).toEqual({
      type: 'sound',
      response: HookResponse.block('x'.repeat(MAX_MESSAGE_BYTES)),
    });
    expect(checkHookResponse(HookResponse.block(''))).toEqual({
      type: 'sound',
      response: HookResponse.block('no reason was given'),
    });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'it is no hook response'],
    ['a yes', true, 'it is no hook response'],
    ['an unknown type', { type: 'allow' }, 'it is no hook response'],
    ['no reason', { type: 'block' }, 'its reason is refused'],
    ['a pause below none', HookResponse.retry('busy', -1), 'its afterMs is refused'],
    ['a number as target', { type: 'escalate', reason: 'a', target: 7 }, 'its target is refused'],
    ['a text as data', { type: 'continue', data: 'a' }, 'its data is no JSON object'],
    ['a list as data', { type: 'continue', data: [] }, 'its data is no JSON object'],
    ['a function in its data', { type: 'continue', data: { a: () => 1 } }, 'its data is no JSON object'],
    [
      'too many levels',
      HookResponse.continue(nested(MODEL_ARGUMENTS_DEPTH_MAX)),
      'its data is no JSON object',
    ],
  ])('is refused with %s', (_what, value, reason) => {
    expect(checkHookResponse(value)).toEqual({ type: 'flawed', reason: expect.stringContaining(reason) });
  });

  it('asks for a pause of at most so long', () => {
    const after = (afterMs: number): unknown => checkHookResponse(HookResponse.retry('busy', afterMs));
    expect(after(HOOK_RETRY_AFTER_MS_MAX)).toMatchObject({ type: 'sound' });
    expect(after(HOOK_RETRY_AFTER_MS_MAX + 1)).toMatchObject({ type: 'flawed' });
  });

  it('has data of at most so many bytes', () => {
    const around = '{"prompt":""}'.length;
    const prompt = 'x'.repeat(HOOK_DATA_BYTES_MAX - around);
    expect(checkHookResponse(HookResponse.continue({ prompt }))).toMatchObject({ type: 'sound' });
    expect(checkHookResponse(HookResponse.continue({ prompt: `${prompt}x` }))).toMatchObject({
      type: 'flawed',
      reason: expect.stringContaining(`at most ${HOOK_DATA_BYTES_MAX}`),
    });
  });
});

function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}
