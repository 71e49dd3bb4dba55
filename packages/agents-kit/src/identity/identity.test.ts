import { expect, test } from 'vitest';
import { isKitError } from '../errors/kit-error.js';
import { parseAgentId, parseConversationId, parseNotificationId, parseWorkspaceId } from './identity.js';

const hex = '0123456789abcdef0123456789abcdef';

test.each([
  ['agent', parseAgentId],
  ['workspace', parseWorkspaceId],
  ['conversation', parseConversationId],
  ['notification', parseNotificationId],
])('a well-formed %s identity comes back as it was written', (kind, parse) => {
  expect(parse(`${kind}_${hex}`)).toBe(`${kind}_${hex}`);
});

test.each([
  ['another kind', `workspace_${hex}`],
  ['a digit too few', `agent_${hex.slice(1)}`],
  ['a digit too many', `agent_${hex}0`],
  ['upper-case digits', `agent_${hex.toUpperCase()}`],
  ['a line break at the end', `agent_${hex}\n`],
  ['nothing', ''],
])('an agent identity with %s is refused as invalid, and the message quotes it', (_what, text) => {
  const refusal = refusalOf(() => parseAgentId(text));
  expect(isKitError(refusal) && refusal.code).toBe('invalid');
  expect(String(refusal)).toContain(JSON.stringify(text));
});

function refusalOf(attempt: () => unknown): unknown {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  return undefined;
}
