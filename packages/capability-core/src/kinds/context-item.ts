import { z } from 'zod';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { isJsonData, isJsonObject, type JsonObject } from '../model/json-value.js';
import { MODEL_ARGUMENTS_DEPTH_MAX } from '../model/limits.js';
import { CONTEXT_ITEMS_MAX } from './limits.js';

/** What a piece of context is. */
export type ContextType = 'memory' | 'resource' | 'skill';

/** Keys of an item's metadata that say something to everybody. */
export const CONTEXT_METADATA = Object.freeze({
  provenance: 'a3s.context.provenance',
  /** A score from 0 to 1, as the next two. */
  priority: 'a3s.context.priority',
  trust: 'a3s.context.trust',
  freshness: 'a3s.context.freshness',
  /** `true` puts an item before all others, and beyond the budgets of those. */
  required: 'a3s.context.required',
});

/** One piece of context. */
export interface ContextItem {
  readonly id: string;
  readonly contextType: ContextType;
  readonly content: string;
  readonly tokenCount: number;
  /** From 0 to 1; what lies outside is taken for the nearer of the two. */
  readonly relevance: number;
  readonly source?: string;
  /** May say what {@link CONTEXT_METADATA} names. */
  readonly metadata: JsonObject;
}

/** What a provider found. */
export interface ContextResult {
  /** At most 1,024. */
  readonly items: readonly ContextItem[];
  readonly totalTokens: number;
  /** The name of who answers. */
  readonly provider: string;
  /** Whether there was more than was asked for. */
  readonly truncated: boolean;
}

/** A result that was looked at: frozen copies of its items, or why it is none. */
export type CheckedContextResult =
  | { readonly type: 'sound'; readonly items: readonly ContextItem[] }
  | { readonly type: 'flawed'; readonly reason: string };

const resultSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        contextType: z.enum(['memory', 'resource', 'skill']),
        content: z.string(),
        tokenCount: z.int().min(0),
        relevance: z.number().transform(clamp),
        source: z.string().optional(),
        metadata: z.custom<JsonObject>(
          (value) => isJsonData(value, MODEL_ARGUMENTS_DEPTH_MAX) && isJsonObject(value),
          'it is no JSON object',
        ),
      }),
    )
    .max(CONTEXT_ITEMS_MAX),
  totalTokens: z.int().min(0),
  provider: z.string(),
  truncated: z.boolean(),
});

/** Checks what a provider gave back. */
export function checkContextResult(value: unknown): CheckedContextResult {
  const parsed = resultSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? '';
    const reason =
      path === ''
        ? 'its answer is no context result'
        : `the ${path} of its answer is refused: ${issue?.message}`;
    return { type: 'flawed', reason };
  }
  const items = parsed.data.items.map(({ source, metadata, ...item }) => ({
    ...item,
    ...(source === undefined ? {} : { source }),
    metadata: withScores(structuredClone(metadata)),
  }));
  return { type: 'sound', items: deepFreeze(items) };
}

/** Whether an item comes before all others. */
export function isRequired({ metadata }: ContextItem): boolean {
  return metadata[CONTEXT_METADATA.required] === true;
}

/** An item as a model reads it. */
export function contextText({ contextType, content, source }: ContextItem): string {
  const from = source === undefined ? '' : ` source="${escapeXml(source)}"`;
  return `<context${from} type="${contextType}">\n${escapeXml(content)}\n</context>`;
}

function withScores(metadata: JsonObject): JsonObject {
  const { priority, trust, freshness } = CONTEXT_METADATA;
  const scores = [priority, trust, freshness].flatMap((key) => {
    const score = metadata[key];
    return typeof score === 'number' ? [[key, clamp(score)] as const] : [];
  });
  return { ...metadata, ...Object.fromEntries(scores) };
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score));
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** Nothing in a piece of context can end its element, or begin another. */
function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => ENTITIES.get(character) ?? character);
}
