import { describe, expect, it } from 'vitest';
import type { AgentDefinition } from '../kinds/agent-definition.js';
import { AgentPermissions, agentRulesFlaw } from './agent-permissions.js';
import { PERMISSION_RULES_MAX } from './limits.js';
import { PermissionPolicy } from './permission-policy.js';

const parent = new PermissionPolicy().allow('allowed*').ask('asked*').deny('denied*');

function decisions(over: Partial<AgentDefinition>, above = parent) {
  const permissions = new AgentPermissions(above, { name: 'a', description: '', ...over });
  return Object.fromEntries(
    ['allowed', 'allowed-too', 'asked', 'denied', 'unknown'].map((tool) => [
      tool,
      permissions.decide(tool, {}),
    ]),
  );
}

describe('an agent', () => {
  it('without rules may do what its delegator may', () => {
    expect(decisions({})).toEqual({
      allowed: 'allow',
      'allowed-too': 'allow',
      asked: 'ask',
      denied: 'deny',
      unknown: 'ask',
    });
  });

  it('never may do more, whatever its rules allow and approve', () => {
    expect(decisions({ permissions: [{ decision: 'allow', rule: '*' }] })).toEqual(decisions({}));
    expect(
      decisions({ permissions: [{ decision: 'ask', rule: '*' }], confirmationInheritance: 'auto_approve' }),
    ).toEqual(decisions({}));
  });

  it('may do less', () => {
    const permissions = [
      { decision: 'allow', rule: 'allowed' },
      { decision: 'deny', rule: 'asked' },
    ] as const;
    const without = { denied: 'deny', unknown: 'ask', asked: 'deny', allowed: 'allow' };
    expect(decisions({ permissions })).toEqual({ ...without, 'allowed-too': 'allow' });
    for (const confirmationInheritance of ['deny_on_ask', 'inherit_parent'] as const) {
      expect(decisions({ permissions, confirmationInheritance })).toEqual({
        ...without,
        'allowed-too': 'ask',
      });
    }
  });

  it('of an agent is bound by both', () => {
    const above = new AgentPermissions(parent, {
      name: 'above',
      description: '',
      permissions: [{ decision: 'deny', rule: 'allowed-too' }],
    });
    const permissions = new AgentPermissions(above, {
      name: 'below',
      description: '',
      permissions: [{ decision: 'allow', rule: '*' }],
    });
    expect(permissions.decide('allowed-too', {})).toBe('deny');
    expect(permissions.decide('allowed', {})).toBe('allow');
  });

  it('has rules that can be read, and not too many', () => {
    const rules = (count: number, rule = 'a') =>
      agentRulesFlaw({
        name: 'a',
        description: '',
        permissions: Array.from({ length: count }, () => ({ decision: 'allow', rule })),
      });
    expect(rules(PERMISSION_RULES_MAX)).toBeNull();
    expect(rules(PERMISSION_RULES_MAX + 1)).toContain('at most');
    expect(rules(1, 'a b')).toContain('cannot be read');
  });
});
