import { describe, expect, it } from 'vitest';
import { BUILT_IN_AGENTS } from './built-in-agents.js';
import { canonicalAgentName } from './canonical-agent-name.js';
import { parseWorkerAgentKind, WORKER_AGENT_KINDS } from './worker-agent-kind.js';
import { compileWorkerAgent, WorkerAgentSpec } from './worker-agent-spec.js';

const named = { name: 'own', description: 'Works.' };

function compiled(spec: unknown) {
  const checked = compileWorkerAgent(spec);
  if (checked.type === 'flawed') throw new Error(checked.reason);
  return checked.agent;
}

describe('a worker agent', () => {
  it.each([
    ['read_only', 20, true, 'deny_on_ask'],
    ['planner', 30, true, 'deny_on_ask'],
    ['implementer', 50, false, 'inherit_parent'],
    ['verifier', 30, true, 'deny_on_ask'],
    ['reviewer', 25, true, 'deny_on_ask'],
    ['custom', 30, false, undefined],
  ])('of kind %s may take %i steps', (kind, maxSteps, hasPrompt, confirmationInheritance) => {
    const agent = compiled({ ...named, kind });
    expect(agent).toMatchObject({ ...named, maxSteps });
    expect(agent.prompt !== undefined).toBe(hasPrompt);
    expect(agent.permissions !== undefined).toBe(hasPrompt);
    expect(agent.confirmationInheritance).toBe(confirmationInheritance);
  });

  it('has what its spec says before what its kind says', () => {
    const own = {
      hidden: true,
      prompt: 'Own.',
      maxSteps: 3,
      model: { model: 'small', provider: 'acme' },
      permissions: [{ decision: 'deny', rule: 'write' }],
    };
    expect(compiled({ ...named, ...own, kind: 'reviewer' })).toEqual({
      ...named,
      ...own,
      confirmationInheritance: 'deny_on_ask',
    });
    expect(compiled({ ...named, kind: 'reviewer', confirmationInheritance: 'inherit_parent' })).toMatchObject(
      {
        confirmationInheritance: 'inherit_parent',
        permissions: compiled({ ...named, kind: 'planner' }).permissions,
      },
    );
  });

  it('is refused without a kind, and for what no agent can have', () => {
    expect(compileWorkerAgent(named)).toMatchObject({
      type: 'flawed',
      reason: expect.stringMatching(/kind/u),
    });
    expect(compileWorkerAgent(undefined)).toEqual({ type: 'flawed', reason: 'it is no worker agent' });
    expect(compileWorkerAgent({ ...WorkerAgentSpec.custom(' a', ''), maxSteps: 1 }).type).toBe('flawed');
  });
});

describe('the kind of a worker agent', () => {
  it.each([
    ['read_only', ['read_only', 'readonly', 'read-only', 'explore', 'scanner']],
    ['planner', ['planner', 'plan']],
    ['implementer', ['implementer', 'implementation', 'general', 'executor']],
    ['verifier', ['verifier', 'verification', 'verify', 'tester']],
    ['reviewer', ['reviewer', 'review', 'code-review', 'code_reviewer']],
    ['custom', ['custom', ' custom ']],
  ])('%s has several spellings', (kind, spellings) => {
    expect(spellings.map(parseWorkerAgentKind)).toEqual(spellings.map(() => kind));
  });

  it.each([[''], ['Reviewer'], ['constructor']])('is not %j', (text) => {
    expect(parseWorkerAgentKind(text)).toBeNull();
    expect(WORKER_AGENT_KINDS).toHaveLength(6);
  });
});

describe('the built-in agents', () => {
  it('are these, with these steps', () => {
    const table = BUILT_IN_AGENTS.map(({ name, maxSteps, hidden, toolFree, native }) => {
      return [name, maxSteps, hidden ?? false, toolFree ?? false, native];
    });
    expect(table).toEqual([
      ['explore', 20, false, false, true],
      ['general', 50, false, false, true],
      ['deep-research', 50, true, false, true],
      ['loop-planner', 4, true, true, true],
      ['loop-checker', 4, true, true, true],
      ['plan', 30, false, false, true],
      ['verification', 30, false, false, true],
      ['review', 25, false, false, true],
    ]);
    expect(BUILT_IN_AGENTS.every((agent) => Object.isFrozen(agent) && agent.prompt !== undefined)).toBe(true);
  });
});

describe('the name of an agent', () => {
  it.each([
    ['general', ['general', 'general-purpose', 'general_purpose', 'generalpurpose', ' general ']],
    ['deep-research', ['deep_research', 'deepresearch']],
    ['verification', ['verify', 'verifier']],
    ['review', ['code-review', 'code_reviewer', 'reviewer']],
    ['Reviewer', ['Reviewer']],
    ['scout', ['scout']],
  ])('%s is known in several spellings', (name, spellings) => {
    expect(spellings.map(canonicalAgentName)).toEqual(spellings.map(() => name));
  });
});
