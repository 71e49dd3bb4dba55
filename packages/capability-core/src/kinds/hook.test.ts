import { describe, expect, it } from 'vitest';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { checkHook, type HookDefinition } from './hook.js';
import { HOOK_EVENT_TYPES } from './hook-event.js';
import { HookResponse } from './hook-response.js';
import {
  HOOK_MATCHER_BYTES_MAX,
  HOOK_PRIORITY_DEFAULT,
  HOOK_RETRIES_MAX,
  HOOK_TIMEOUT_MS_DEFAULT,
  HOOK_TIMEOUT_MS_MAX,
} from './limits.js';

const GUARD: HookDefinition = { id: 'guard', eventType: 'pre_tool_use', matcher: 'write_*' };
const handler = { handle: () => HookResponse.continue() };

describe('a hook', () => {
  it('is kept as a frozen copy that calls what its handler was', async () => {
    const given = { ...GUARD, config: { priority: 7 }, colour: 'red' };
    const own = {
      reason: 'mine',
      handle() {
        return HookResponse.block(this.reason);
      },
    };
    const checked = checkHook(given, own);
    const hook = checked.type === 'sound' ? checked.hook : null;
    given.id = 'other';
    given.config.priority = 1;
    own.handle = () => HookResponse.block('another');
    expect(hook).toMatchObject({ id: 'guard', matcher: 'write_*', config: { priority: 7 } });
    expect(hook).not.toHaveProperty('colour');
    expect([Object.isFrozen(hook), Object.isFrozen(hook?.config)]).toEqual([true, true]);
    const event = { type: 'pre_tool_use', sessionId: 's', runId: 'r', data: {} } as const;
    expect(hook?.handle?.(event, { signal: AbortSignal.abort() })).toEqual(HookResponse.block('mine'));
  });

  it('is called as is usual unless it says otherwise', () => {
    expect(checkHook({ id: 'a', eventType: 'on_error' }, null)).toEqual({
      type: 'sound',
      hook: {
        id: 'a',
        eventType: 'on_error',
        matcher: null,
        config: {
          priority: HOOK_PRIORITY_DEFAULT,
          timeoutMs: HOOK_TIMEOUT_MS_DEFAULT,
          asyncExecution: false,
          maxRetries: 0,
        },
        handle: null,
      },
    });
  });

  it.each(HOOK_EVENT_TYPES.map((eventType) => [eventType]))('can be for %s', (eventType) => {
    expect(checkHook({ id: 'a', eventType }, handler)).toMatchObject({ type: 'sound' });
  });

  it.each<[string, unknown, unknown, string]>([
    ['nothing', undefined, handler, 'it is no hook'],
    ['no id', { ...GUARD, id: 7 }, handler, 'its id is refused'],
    ['an empty id', { ...GUARD, id: '' }, handler, 'its id must not be empty'],
    ['an unknown event', { ...GUARD, eventType: 'pre_lunch' }, handler, 'its eventType is refused'],
    ['an empty matcher', { ...GUARD, matcher: '' }, handler, 'its matcher is refused'],
    [
      'a matcher where there is no tool',
      { ...GUARD, eventType: 'pre_prompt' },
      handler,
      'pre_prompt is about none',
    ],
    [
      'a part of a priority',
      { ...GUARD, config: { priority: 0.5 } },
      handler,
      'its config.priority is refused',
    ],
    ['no time', { ...GUARD, config: { timeoutMs: 0 } }, handler, 'its config.timeoutMs is refused'],
    [
      'retries below none',
      { ...GUARD, config: { maxRetries: -1 } },
      handler,
      'its config.maxRetries is refused',
    ],
    ['a text as handler', GUARD, 'handle', 'its handler has no function handle'],
    ['a handler without code', GUARD, { handle: true }, 'its handler has no function handle'],
    ['an undefined handler', GUARD, undefined, 'its handler has no function handle'],
  ])('is refused with %s', (_what, definition, code, reason) => {
    expect(checkHook(definition, code)).toEqual({ type: 'flawed', reason: expect.stringContaining(reason) });
  });

  it.each<[string, (amount: number) => unknown, number]>([
    ['bytes of its id', (n) => ({ ...GUARD, id: 'x'.repeat(n) }), MAX_PUBLIC_NAME_BYTES],
    ['bytes of its matcher', (n) => ({ ...GUARD, matcher: 'x'.repeat(n) }), HOOK_MATCHER_BYTES_MAX],
    ['milliseconds', (timeoutMs) => ({ ...GUARD, config: { timeoutMs } }), HOOK_TIMEOUT_MS_MAX],
    ['retries', (maxRetries) => ({ ...GUARD, config: { maxRetries } }), HOOK_RETRIES_MAX],
  ])('has at most so many %s', (_what, make, max) => {
    expect(checkHook(make(max), handler)).toMatchObject({ type: 'sound' });
    expect(checkHook(make(max + 1), handler)).toMatchObject({ type: 'flawed' });
  });
});
