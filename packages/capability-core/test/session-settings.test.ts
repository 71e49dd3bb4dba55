import { describe, expect, it } from 'vitest';
import { Agent } from '../src/index.js';
import { CONCURRENT_RUNS_MAX } from '../src/session/limits.js';
import { ScriptedModel } from '../src/testing/index.js';
import { openSession } from './session-builders.js';
import { thrownBy } from './set-builders.js';

describe('settings', () => {
  it.each([
    ['maxConcurrentRuns', { maxConcurrentRuns: 0 }],
    ['maxConcurrentRuns', { maxConcurrentRuns: CONCURRENT_RUNS_MAX + 1 }],
    ['prepareConcurrency', { prepareConcurrency: 0.5 }],
    ['limits.toolResultBytes', { limits: { toolResultBytes: 0 } }],
    ['historyLimit', { eventHistory: 0 }],
  ])('are refused outside their bounds: %s', (name, options) => {
    expect(() => openSession(new ScriptedModel(), options)).toThrow(name);
  });

  it('are accepted at their bounds', async () => {
    for (const maxConcurrentRuns of [1, CONCURRENT_RUNS_MAX]) {
      const { session } = openSession(new ScriptedModel(), { maxConcurrentRuns, prepareConcurrency: 1 });
      await session.close();
    }
  });

  it('are refused when a limit is none', () => {
    expect(thrownBy(() => openSession(new ScriptedModel(), { limits: { maxToolRounds: 0 } }))).toMatchObject({
      name: 'CapabilityScopeError',
      code: 'invalid-execution-limit',
    });
  });

  it('of the agent hold for its sessions, which may override each', async () => {
    const agent = Agent.fromConfig({
      limits: { maxToolRounds: 3, toolTimeoutMs: 9 },
      systemPrompt: 'Be brief.',
    });
    const model = new ScriptedModel(
      ({ system }) => ScriptedModel.text(system ?? 'none'),
      ({ system }) => ScriptedModel.text(system ?? 'none'),
    );
    const sessions = [
      agent.buildSession('/work', model),
      agent.buildSession('/work', model, { systemPrompt: 'Be kind.', limits: { toolTimeoutMs: 8 } }),
    ] as const;
    expect((await sessions[0].send('go')).text).toBe('Be brief.');
    expect((await sessions[1].send('go')).text).toBe('Be kind.');
    expect(sessions[0].id).toMatch(/^session-/u);
    expect(sessions[0].id).not.toBe(sessions[1].id);
    expect(sessions[0].currentCapabilityBinding.equals(sessions[1].currentCapabilityBinding)).toBe(false);
    await Promise.all(sessions.map((session) => session.close()));
  });
});
