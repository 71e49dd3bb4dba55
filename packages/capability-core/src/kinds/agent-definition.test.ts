import { describe, expect, it } from 'vitest';
import { type AgentDefinition, checkAgent, confirmationOf } from './agent-definition.js';
import { AGENT_BYTES_MAX } from './limits.js';

const plain = { name: 'scout', description: 'Looks ahead.' };

describe('an agent that is checked', () => {
  it('is a frozen copy, so that later changes of it show nowhere', () => {
    const given = {
      ...plain,
      permissions: [{ decision: 'allow', rule: 'read' }],
      model: { model: 'small' },
      unknown: 1,
    };
    const checked = checkAgent(given);
    given.permissions[0] = { decision: 'allow', rule: '*' };
    given.model.model = 'large';
    expect(checked).toEqual({
      type: 'sound',
      agent: { ...plain, permissions: [{ decision: 'allow', rule: 'read' }], model: { model: 'small' } },
    });
    const agent = checked.type === 'sound' ? checked.agent : null;
    expect([agent, agent?.permissions, agent?.permissions?.[0], agent?.model].every(Object.isFrozen)).toBe(
      true,
    );
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'it is no agent'],
    ['a text', 'scout', 'it is no agent'],
    ['no description', { name: 'scout' }, 'its description is refused'],
    ['an empty name', { ...plain, name: '' }, 'its name'],
    ['no step at all', { ...plain, maxSteps: 0 }, 'its maxSteps is refused'],
    ['half a step', { ...plain, maxSteps: 1.5 }, 'its maxSteps is refused'],
    [
      'a rule that decides nothing',
      { ...plain, permissions: [{ rule: 'read' }] },
      'its permissions.0.decision',
    ],
    ['a model without a name', { ...plain, model: { model: '' } }, 'its model.model is refused'],
    ['an unknown inheritance', { ...plain, confirmationInheritance: 'yes' }, 'its confirmationInheritance'],
  ])('cannot have or be %s', (_what, value, reason) => {
    expect(checkAgent(value)).toEqual({ type: 'flawed', reason: expect.stringContaining(reason) });
  });

  it('holds texts up to a bound', () => {
    const rest = AGENT_BYTES_MAX - plain.name.length - plain.description.length;
    expect(checkAgent({ ...plain, prompt: 'p'.repeat(rest) }).type).toBe('sound');
    expect(checkAgent({ ...plain, prompt: 'p'.repeat(rest + 1) })).toMatchObject({
      type: 'flawed',
      reason: expect.stringContaining(`${AGENT_BYTES_MAX + 1} bytes`),
    });
  });
});

describe('what becomes of an agent’s own questions', () => {
  it.each<[string, Partial<AgentDefinition>, string]>([
    ['refused without rules', {}, 'deny_on_ask'],
    ['refused where rules only ask', { permissions: [{ decision: 'ask', rule: '*' }] }, 'deny_on_ask'],
    ['approved where a rule allows', { permissions: [{ decision: 'allow', rule: 'read' }] }, 'auto_approve'],
    ['approved where a rule denies', { permissions: [{ decision: 'deny', rule: 'write' }] }, 'auto_approve'],
    [
      'what the definition says',
      { permissions: [{ decision: 'allow', rule: 'read' }], confirmationInheritance: 'inherit_parent' },
      'inherit_parent',
    ],
  ])('is: %s', (_what, over, expected) => {
    expect(confirmationOf({ ...plain, ...over })).toBe(expected);
  });
});
