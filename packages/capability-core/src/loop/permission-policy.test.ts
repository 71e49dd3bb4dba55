import { describe, expect, it } from 'vitest';
import { PERMISSION_RULES_MAX, SHOWN_RULE_BYTES_MAX } from './limits.js';
import { PermissionPolicy } from './permission-policy.js';

describe('a permission policy', () => {
  it('asks about what no rule speaks of', () => {
    expect(new PermissionPolicy().decide('read', {})).toBe('ask');
    expect(new PermissionPolicy().allow('write').decide('read', {})).toBe('ask');
  });

  it('lets the strictest rule win, whatever the order', () => {
    const policy = new PermissionPolicy().deny('write').allow('*').ask('list');
    expect(policy.decide('read', {})).toBe('allow');
    expect(policy.decide('list', {})).toBe('ask');
    expect(policy.decide('write', {})).toBe('deny');
  });

  it('never changes', () => {
    const policy = new PermissionPolicy();
    policy.allow('*');
    expect(policy.decide('read', {})).toBe('ask');
  });

  it('denies and asks as soon as one text of the arguments matches, at any depth', () => {
    const policy = new PermissionPolicy().allow('*').deny('shell(*rm -rf*)').ask('shell(sudo *)');
    expect(policy.decide('shell', { command: 'ls' })).toBe('allow');
    expect(policy.decide('shell', { steps: [{ run: 'ls' }, { run: 'cd / && rm -rf *' }] })).toBe('deny');
    expect(policy.decide('shell', { a: 'ls', b: 'sudo ls' })).toBe('ask');
    expect(policy.decide('other', { command: 'rm -rf /' })).toBe('allow');
  });

  it('allows by pattern only if every text matches and there is one', () => {
    const policy = new PermissionPolicy().allow('read(/work/*)');
    expect(policy.decide('read', { path: '/work/a' })).toBe('allow');
    expect(policy.decide('read', { path: '/work/a', also: '/etc/passwd' })).toBe('ask');
    expect(policy.decide('read', { lines: 3 })).toBe('ask');
  });

  it('takes a pattern of one star for any call', () => {
    expect(new PermissionPolicy().allow('read(*)').decide('read', { lines: 3 })).toBe('allow');
  });

  it.each(['', 'read write', 'read(', '(x)', 'read(x'])('refuses the rule %j', (rule) => {
    expect(() => new PermissionPolicy().allow(rule)).toThrow(RangeError);
  });

  it('shows so much of a rule that it refuses and not more', () => {
    const refusalOf = (bytes: number) => () => new PermissionPolicy().allow('('.repeat(bytes));
    expect(refusalOf(SHOWN_RULE_BYTES_MAX)).toThrow(`"${'('.repeat(SHOWN_RULE_BYTES_MAX)}"`);
    expect(refusalOf(SHOWN_RULE_BYTES_MAX + 1)).toThrow('(…"');
  });

  it('holds as many rules as its limit says', () => {
    const rules = Array.from(
      { length: PERMISSION_RULES_MAX },
      () => ({ decision: 'allow', rule: 'x' }) as const,
    );
    const full = new PermissionPolicy(rules);
    expect(full.rules).toEqual(rules);
    expect(() => full.deny('y')).toThrow(RangeError);
  });
});
