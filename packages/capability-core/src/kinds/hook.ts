import { z } from 'zod';
import { utf8Length } from '../identity/text-rules.js';
import { firstIssue } from './first-issue.js';
import { HOOK_EVENT_TYPES, type HookEvent, type HookEventType, TOOL_HOOK_EVENT_TYPES } from './hook-event.js';
import type { HookResponse } from './hook-response.js';
import {
  HOOK_MATCHER_BYTES_MAX,
  HOOK_PRIORITY_DEFAULT,
  HOOK_RETRIES_MAX,
  HOOK_TIMEOUT_MS_DEFAULT,
  HOOK_TIMEOUT_MS_MAX,
} from './limits.js';
import { publicNameFlaw } from './public-name.js';

/** How a hook is called. */
export interface HookConfig {
  /** Of the hooks of one event, those with a lower number come first; equal ones in the order of their ids. Default: 100. */
  readonly priority: number;
  /** How long it may take over one event, its retries included: 1 to 600,000 ms. Default: 30,000. */
  readonly timeoutMs: number;
  /** Whether it runs beside the other hooks of its event. Of no effect on events that wait. Default: false. */
  readonly asyncExecution: boolean;
  /** How often it is called again after it failed: 0 to 10. Default: 0. */
  readonly maxRetries: number;
}

/** What a hook is for. */
export interface HookDefinition {
  /** Unique among the hooks of a run. */
  readonly id: string;
  readonly eventType: HookEventType;
  /**
   * Which tools it is for: a tool's name as the model calls it, in which `*` stands for any text. Without one it is
   * for all. Only the events about a tool's call can have one.
   */
  readonly matcher?: string;
  readonly config?: Partial<HookConfig>;
}

/** The code of a hook. */
export interface HookHandler {
  /**
   * Answers one event. What it throws, or gives that is no response, is a failure. `signal` aborts when its time is
   * over or its run was given up; what it does after that is waited for only when the run closes.
   */
  handle(event: HookEvent, options: { readonly signal: AbortSignal }): HookResponse | Promise<HookResponse>;
}

/** A hook with its code: what a generation holds as one capability. */
export interface HookBinding {
  readonly definition: HookDefinition;
  readonly handler: HookHandler;
}

/** A hook as a run uses it. */
export interface Hook {
  readonly id: string;
  readonly eventType: HookEventType;
  readonly matcher: string | null;
  readonly config: HookConfig;
  /** `null` for one without a handler, which goes on with everything. */
  readonly handle: ((event: HookEvent, options: { readonly signal: AbortSignal }) => unknown) | null;
}

/** A hook that was looked at: a frozen copy of it, or why it cannot be one. */
export type CheckedHook =
  | { readonly type: 'sound'; readonly hook: Hook }
  | { readonly type: 'flawed'; readonly reason: string };

const definitionSchema = z.object({
  id: z.string(),
  eventType: z.enum(HOOK_EVENT_TYPES),
  matcher: z.string().min(1).optional(),
  config: z
    .object({
      priority: z.int().default(HOOK_PRIORITY_DEFAULT),
      timeoutMs: z.int().min(1).max(HOOK_TIMEOUT_MS_MAX).default(HOOK_TIMEOUT_MS_DEFAULT),
      asyncExecution: z.boolean().default(false),
      maxRetries: z.int().min(0).max(HOOK_RETRIES_MAX).default(0),
    })
    .prefault({}),
});

/** Checks what a host or an adapter gives as a hook; `null` stands for no handler. */
export function checkHook(definition: unknown, handler: unknown): CheckedHook {
  const parsed = definitionSchema.safeParse(definition);
  if (!parsed.success) {
    return flawed(firstIssue(parsed.error, 'hook'));
  }
  const { id, eventType, matcher = null, config } = parsed.data;
  const flaw = publicNameFlaw(id)?.replace('its name', 'its id') ?? matcherFlaw(eventType, matcher);
  if (flaw !== null) {
    return flawed(flaw);
  }
  const handle = handler === null ? null : handleOf(handler);
  return handle === undefined
    ? flawed('its handler has no function handle')
    : {
        type: 'sound',
        hook: Object.freeze({ id, eventType, matcher, config: Object.freeze(config), handle }),
      };
}

function matcherFlaw(eventType: HookEventType, matcher: string | null): string | null {
  if (matcher === null) {
    return null;
  }
  if (!TOOL_HOOK_EVENT_TYPES.includes(eventType)) {
    return `its matcher looks at a tool's name, and ${eventType} is about none`;
  }
  return utf8Length(matcher) > HOOK_MATCHER_BYTES_MAX
    ? `its matcher takes over ${HOOK_MATCHER_BYTES_MAX} bytes`
    : null;
}

/** The function that is there now, so that another one put in its place later is not called. */
function handleOf(handler: unknown): NonNullable<Hook['handle']> | undefined {
  const handle: unknown =
    typeof handler === 'object' && handler !== null ? Reflect.get(handler, 'handle') : undefined;
  return typeof handle === 'function'
    ? (event, options) => Reflect.apply(handle, handler, [event, options])
    : undefined;
}

function flawed(reason: string): CheckedHook {
  return { type: 'flawed', reason };
}
