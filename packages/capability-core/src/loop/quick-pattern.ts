import { PATTERN_CHOICES_MAX, PATTERN_TEXT_CHARACTERS_MAX } from './limits.js';

/** A pattern of a schema, as far as it is applied. */
export interface AppliedPattern {
  readonly test: (text: string) => boolean;
  /** Differs from that of any other pattern. */
  readonly toString: () => string;
}

/**
 * Makes a test of a schema's pattern. Schemas come from MCP servers too, and some patterns take for ever on some texts
 * while everything else waits; so one that may do so, and any on a long text, is left to the tool itself to apply.
 *
 * @throws {SyntaxError} when it is no pattern
 */
export function quickPattern(pattern: string, flags: string): AppliedPattern {
  const expression = new RegExp(pattern, flags);
  const quick = isQuick(pattern);
  return {
    test: (text) => !quick || text.length > PATTERN_TEXT_CHARACTERS_MAX || expression.test(text),
    toString: () => String(expression),
  };
}

const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\{\d+(?:,\d*)?\}|./gsu;
const QUANTIFIER = /^(?:[*+?]|\{\d.*\})$/u;

/**
 * Whether the time that a pattern takes is a small power of the text's length: it leaves open in few places how a text
 * fits, and in none that is repeated.
 */
function isQuick(pattern: string): boolean {
  let choices = 0;
  let [before, closedOpen] = ['', false];
  // For each group around a token: whether something in it is left open, and whether it has alternatives.
  const groups = [{ open: false, alternatives: false }];
  for (const [token] of pattern.matchAll(TOKEN)) {
    const group = groups.at(-1);
    if (group === undefined) return false;
    const quantifies = QUANTIFIER.test(token) && !QUANTIFIER.test(before);
    if (quantifies && before === ')' && closedOpen && token !== '?') return false;
    if (quantifies && !/^\{\d+\}$/u.test(token)) {
      choices += 1;
      group.open = true;
    }
    if (token === '|' && !group.alternatives) {
      choices += 1;
      Object.assign(group, { open: true, alternatives: true });
    }
    if (token.startsWith('(')) groups.push({ open: false, alternatives: false });
    if (token === ')') {
      groups.pop();
      closedOpen = group.open;
      for (const outer of groups.slice(-1)) outer.open ||= closedOpen;
    }
    before = token;
  }
  return choices <= PATTERN_CHOICES_MAX;
}
