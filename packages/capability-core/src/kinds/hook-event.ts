import type { JsonObject } from '../model/json-value.js';

/**
 * The moments that a hook can be for.
 *
 * These come, with this data, where `?` marks what may be absent:
 *
 * - before something, and waited for: `pre_prompt` { prompt }, `pre_tool_use` and `permission_request`
 *   { tool, callId, arguments }, `pre_compact` { messages };
 * - around a model call: `generate_start` { turn, messages }, `generate_end` { turn, text, toolCalls, usage },
 *   `on_rate_limit` { retry, pauseMs };
 * - around a tool call: `on_confirmation` { tool, callId, approved, reason? }, `post_tool_use`
 *   { tool, callId, arguments, success, content };
 * - around context: `pre_context_perception` { query }, `post_context_perception` { items, leftOut };
 * - after a conversation was replaced by a summary of it: `post_compact` { messages, summary };
 * - at a run's end: `post_response` { text, usage } and `on_success` { text, toolCalls } where a model has answered, or
 *   `on_error` { code, message } unless the run was cancelled;
 * - to hooks of the host only: `session_start` {} with the session's first run, `session_end` {} when it closes.
 *
 * The others are accepted, and never come: this agent plans, remembers and reasons in no steps of their own.
 */
export const HOOK_EVENT_TYPES = Object.freeze([
  'pre_tool_use',
  'post_tool_use',
  'permission_request',
  'pre_compact',
  'post_compact',
  'generate_start',
  'generate_end',
  'session_start',
  'session_end',
  'skill_load',
  'skill_unload',
  'pre_prompt',
  'post_response',
  'on_error',
  'pre_context_perception',
  'post_context_perception',
  'on_success',
  'pre_memory_recall',
  'post_memory_recall',
  'pre_planning',
  'post_planning',
  'pre_reasoning',
  'post_reasoning',
  'on_rate_limit',
  'on_confirmation',
  'intent_detection',
] as const);

/** One of {@link HOOK_EVENT_TYPES}. */
export type HookEventType = (typeof HOOK_EVENT_TYPES)[number];

/** Events that wait for what their hooks decide; a hook that fails or is too slow refuses what it was asked about. */
export const GATING_HOOK_EVENT_TYPES = Object.freeze([
  'pre_prompt',
  'pre_tool_use',
  'permission_request',
  'pre_compact',
] as const);

/** One of {@link GATING_HOOK_EVENT_TYPES}. */
export type GatingHookEventType = (typeof GATING_HOOK_EVENT_TYPES)[number];

/** Events that belong to a session as a whole: a generation, which comes and goes in it, has no hooks on them. */
export const SESSION_HOOK_EVENT_TYPES: readonly HookEventType[] = Object.freeze([
  'session_start',
  'session_end',
  'skill_load',
  'skill_unload',
] as const);

/** Events about the call of a tool: only their hooks can have a matcher. */
export const TOOL_HOOK_EVENT_TYPES: readonly HookEventType[] = Object.freeze([
  'pre_tool_use',
  'permission_request',
  'post_tool_use',
  'on_confirmation',
] as const);

/** What a hook is told, frozen all the way down. */
export interface HookEvent {
  readonly type: HookEventType;
  readonly sessionId: string;
  /** `null` where no run is concerned. */
  readonly runId: string | null;
  /** The agent of the run that it concerns, and its task, which a `callId` begins with; absent for the run itself. */
  readonly agent?: string;
  readonly taskId?: string;
  /** What {@link HOOK_EVENT_TYPES} says of the type. */
  readonly data: JsonObject;
}
