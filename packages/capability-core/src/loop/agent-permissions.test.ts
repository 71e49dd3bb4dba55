import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentDefinition } from '../kinds/agent-definition.js';
import { WORKER_AGENT_DEFAULTS } from '../kinds/worker-agent-kind.js';
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

  it('of whatever rules is never less strict than its delegator', () => {
    const rules = fc.array(
      fc.record({
        decision: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
        rule: fc.constantFrom('*', 'read', 'read*', 'write', 'write(*secret*)', '*e'),
      }),
      { maxLength: 5 },
    );
    const inheritance = fc.constantFrom(
      'auto_approve' as const,
      'deny_on_ask' as const,
      'inherit_parent' as const,
    );
    const call = fc.record({
      tool: fc.constantFrom('read', 'write', 'reader', 'other'),
      args: fc.constantFrom({}, { path: 'secret.txt' }, { path: 'open.txt' }),
    });
    const strictness = ['allow', 'ask', 'deny'];
    fc.assert(
      fc.property(rules, rules, inheritance, call, (above, own, confirmationInheritance, { tool, args }) => {
        const policy = new PermissionPolicy(above);
        const agent = { name: 'a', description: '', permissions: own, confirmationInheritance };
        const decision = new AgentPermissions(policy, agent).decide(tool, args);
        return strictness.indexOf(decision) >= strictness.indexOf(policy.decide(tool, args));
      }),
    );
  });

  it('of a reading kind may use what reads by its name, and nothing else', () => {
    const agent = { name: 'a', description: '', ...WORKER_AGENT_DEFAULTS.read_only };
    const reader = new AgentPermissions(new PermissionPolicy().allow('*'), agent);
    const names = [
      'read',
      'Grep',
      'list_files',
      'mcp__files__read_file',
      'write',
      'rm',
      'mcp__files__write_file',
    ];
    expect(names.filter((name) => reader.decide(name, {}) === 'allow')).toEqual(names.slice(0, 4));
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
