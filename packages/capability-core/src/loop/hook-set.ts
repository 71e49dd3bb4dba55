import { compareUtf8 } from '../identity/text-rules.js';
import type { Hook } from '../kinds/hook.js';
import { GATING_HOOK_EVENT_TYPES, type HookEventType } from '../kinds/hook-event.js';
import type { JsonObject } from '../model/json-value.js';
import { globMatcher } from './glob.js';

interface Entry {
  readonly hook: Hook;
  readonly matches: (tool: string) => boolean;
}

/** The hooks of a run, each with the tools that it is for. */
export class HookSet {
  readonly #byType = new Map<HookEventType, Entry[]>();

  constructor(hooks: Iterable<Hook>) {
    for (const hook of [...hooks].sort(compareHooks)) {
      const entries = this.#byType.get(hook.eventType) ?? [];
      entries.push({ hook, matches: hook.matcher === null ? () => true : globMatcher(hook.matcher) });
      this.#byType.set(hook.eventType, entries);
    }
  }

  /** Whether any of them is for an event that waits for its hooks. */
  get gates(): boolean {
    return GATING_HOOK_EVENT_TYPES.some((type) => this.#byType.has(type));
  }

  /** Those for these events alone. */
  only(types: readonly HookEventType[]): HookSet {
    const kept = new HookSet([]);
    for (const type of types) kept.#byType.set(type, this.#byType.get(type) ?? []);
    return kept;
  }

  /** The hooks for an event, in the order in which they run: by priority, then by the bytes of their ids. */
  matching(type: HookEventType, { tool }: JsonObject): readonly Hook[] {
    const entries = this.#byType.get(type) ?? [];
    return entries
      .filter(({ matches }) => matches(typeof tool === 'string' ? tool : ''))
      .map(({ hook }) => hook);
  }
}

function compareHooks(left: Hook, right: Hook): number {
  return left.config.priority - right.config.priority || compareUtf8(left.id, right.id);
}
