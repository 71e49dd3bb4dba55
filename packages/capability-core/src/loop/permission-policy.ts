import type { PermissionRule } from '../kinds/permission-rule.js';
import type { JsonObject, JsonValue } from '../model/json-value.js';
import { globMatcher } from './glob.js';
import { PERMISSION_RULES_MAX, SHOWN_RULE_BYTES_MAX } from './limits.js';
import { oneLine } from './one-line.js';

/** What a policy says about one call. */
export type PermissionDecision = PermissionRule['decision'];

/** Decides about tool calls. */
export interface ToolPermissions {
  decide(tool: string, args: JsonObject): PermissionDecision;
}

interface ParsedRule {
  readonly decision: PermissionDecision;
  readonly text: string;
  readonly matchesTool: (name: string) => boolean;
  readonly matchesText: ((text: string) => boolean) | null;
}

/**
 * Says which tool calls go ahead, which ask a person, and which are refused.
 *
 * A rule is a tool name, or `name(pattern)`; `*` in either stands for any text. A pattern looks at the texts
 * anywhere in the arguments: `deny` and `ask` apply as soon as one of them matches, `allow` only if all do and
 * there is one. The strictest rule that applies wins, `deny` before `ask` before `allow`; what no rule speaks of
 * is asked.
 *
 * A policy never changes: each method returns a new one.
 *
 * @example
 * const policy = new PermissionPolicy().allow('*').ask('write_file').deny('shell(*rm -rf*)');
 */
export class PermissionPolicy implements ToolPermissions {
  readonly #rules: readonly ParsedRule[];

  /** @throws {RangeError} when a rule cannot be read, or there are over 1,024; so do the methods that add one */
  constructor(rules: readonly PermissionRule[] = []) {
    if (rules.length > PERMISSION_RULES_MAX) {
      throw new RangeError(
        `A permission policy holds at most ${PERMISSION_RULES_MAX} rules; ${rules.length} were given.`,
      );
    }
    this.#rules = rules.map(({ decision, rule }) => parseRule(decision, rule));
  }

  allow(rule: string): PermissionPolicy {
    return this.#with('allow', rule);
  }

  ask(rule: string): PermissionPolicy {
    return this.#with('ask', rule);
  }

  deny(rule: string): PermissionPolicy {
    return this.#with('deny', rule);
  }

  /** The rules in the order in which they were given. */
  get rules(): readonly PermissionRule[] {
    return this.#rules.map(({ decision, text }) => ({ decision, rule: text }));
  }

  decide(tool: string, args: JsonObject): PermissionDecision {
    const texts = [...textsOf(args)];
    const applying = this.#rules.filter((rule) => applies(rule, tool, texts)).map((rule) => rule.decision);
    return applying.includes('deny')
      ? 'deny'
      : applying.includes('ask')
        ? 'ask'
        : applying.includes('allow')
          ? 'allow'
          : 'ask';
  }

  #with(decision: PermissionDecision, rule: string): PermissionPolicy {
    return new PermissionPolicy([...this.rules, { decision, rule }]);
  }
}

function parseRule(decision: PermissionDecision, text: string): ParsedRule {
  const [, tool, pattern] = /^([^()\s]+)(?:\(([\s\S]*)\))?$/u.exec(text) ?? [];
  if (tool === undefined) {
    throw new RangeError(
      `The permission rule ${JSON.stringify(oneLine(text, SHOWN_RULE_BYTES_MAX))} cannot be read; write a tool name, or name(pattern).`,
    );
  }
  const matchesText = pattern === undefined || pattern === '*' ? null : globMatcher(pattern);
  return { decision, text, matchesTool: globMatcher(tool), matchesText };
}

function applies(rule: ParsedRule, tool: string, texts: readonly string[]): boolean {
  if (!rule.matchesTool(tool)) {
    return false;
  }
  if (rule.matchesText === null) {
    return true;
  }
  return rule.decision === 'allow'
    ? texts.length > 0 && texts.every(rule.matchesText)
    : texts.some(rule.matchesText);
}

function* textsOf(value: JsonValue): Generator<string> {
  if (typeof value === 'string') {
    yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) {
      yield* textsOf(part);
    }
  }
}
