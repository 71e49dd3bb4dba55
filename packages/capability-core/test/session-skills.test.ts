import { describe, expect, it } from 'vitest';
import { type LlmRequest, McpBinding, RehearsalModel, type Skill, toolResultText } from '../src/index.js';
import { ADDED_SKILLS_MAX } from '../src/session/limits.js';
import { LeaseProviderDouble, RecordingTool, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { mcpBatch, openSession, rejectionOf, toolBatch } from './session-builders.js';
import { cursor, thrownBy } from './set-builders.js';
import { packageSkillBatch, skillBatch, skillOf } from './skill-builders.js';

/** The text of the newest tool result. */
function resultIn({ messages }: LlmRequest): string {
  const block = messages.flatMap(({ content }) => content).findLast(({ type }) => type === 'tool_result');
  return block?.type === 'tool_result' ? toolResultText(block) : 'none';
}

/** A model that calls these tools, one after the other, and says what the last one answered. */
function callingModel(...calls: readonly { name: string; input: Record<string, string> }[]): ScriptedModel {
  return new ScriptedModel(...calls.map((call) => () => ScriptedModel.toolCalls(call)), (request) =>
    ScriptedModel.text(resultIn(request)),
  );
}

describe('a run with skills', () => {
  it('lists them in its prompt, finds them and loads them', async () => {
    const model = callingModel(
      { name: 'search_skills', input: { query: 'notes' } },
      { name: 'Skill', input: { name: 'notes' } },
    );
    const { session } = openSession(model, { systemPrompt: 'Be brief.' });
    await session.applyCapabilityBatch(
      skillBatch(1, [
        skillOf('field:notes', { version: '2.0', description: 'Takes notes.', content: 'Write it down.' }),
        skillOf('ada', { kind: 'persona', content: 'You are Ada.' }),
      ]),
    );
    expect((await session.send('go')).text).toContain('\n\nWrite it down.');
    const [first, second] = model.requests;
    expect(first?.system).toMatch(
      /^Be brief\.\n\nYou are Ada\.\n\nThere are skills.*\n- field:notes: Takes notes\.$/u,
    );
    expect(first?.tools.map(({ name }) => name)).toEqual(['search_skills', 'Skill']);
    expect(second === undefined ? '' : resultIn(second)).toContain(
      '- field:notes (version 2.0): Takes notes.',
    );
    await session.close();
  });

  it('streams with the same prompt and the same tools', async () => {
    const { session } = openSession(
      new RehearsalModel({
        turns: [{ toolCalls: [{ tool: 'Skill', arguments: { name: 'notes' } }] }, { text: '{{toolResult}}' }],
      }),
    );
    session.addSkill(skillOf('notes', { content: 'Write it down.' }));
    const { result } = await session.spawnRun('go');
    expect((await result).text).toContain('Write it down.');
    await session.close();
  });

  it('has neither tools nor a list for them when no model may use one', async () => {
    const { session } = openSession();
    await session.applyCapabilityBatch(skillBatch(1, [skillOf('notes', { disableModelInvocation: true })]));
    await using run = await session.admitCapabilityRun();
    expect([...run.registry.tools.keys()]).toEqual([]);
    expect([...run.registry.skills.keys()]).toEqual(['notes']);
    await session.close();
  });

  it('has them sorted by name, whoever brought them', async () => {
    const { session } = openSession();
    session.addSkill(skillOf('c'));
    await session.applyCapabilityBatch(skillBatch(1, [skillOf('d'), skillOf('a')]));
    session.addSkill(skillOf('b'));
    await using run = await session.admitCapabilityRun();
    expect([...run.registry.skills.keys()]).toEqual(['a', 'b', 'c', 'd']);
    await session.close();
  });

  it('keeps its skills, and the lease on their package, across a cutover and a removal', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const held = async (): Promise<void> => {
      entered.add();
      await hold.acquire();
    };
    const model = new ScriptedModel(
      async () => {
        await held();
        return ScriptedModel.toolCalls(
          { name: 'Skill', input: { name: 'notes' } },
          { name: 'Skill', input: { name: 'own' }, id: 'call-2' },
          { name: 'search_skills', input: { query: 'new' }, id: 'call-3' },
        );
      },
      ({ messages }) =>
        ScriptedModel.text(
          (messages.at(-1)?.content ?? [])
            .flatMap((block) => (block.type === 'tool_result' ? [toolResultText(block)] : []))
            .join('\n'),
        ),
    );
    const { session } = openSession(model);
    const [first, second] = [1, 2].map((n) => new LeaseProviderDouble(cursor(n, `${n}`)));
    if (first === undefined || second === undefined) throw new Error('there are two');
    await session.applyCapabilityBatch(
      packageSkillBatch(1, [skillOf('notes', { content: 'first edition' })], first),
    );
    session.addSkill(skillOf('own', { content: 'my own' }));
    const run = await session.spawnRun('go');
    await entered.acquire();
    await session.applyCapabilityBatch(
      packageSkillBatch(2, [skillOf('notes', { content: 'second edition' }), skillOf('new')], second),
    );
    session.removeSkill('own');
    expect([first.acquired, first.released, second.acquired]).toEqual([1, 0, 0]);
    hold.add();
    const { text } = await run.result;
    expect(text).toContain('first edition');
    expect(text).toContain('my own');
    expect(text).toContain('No skill has a word of "new"');
    expect([first.released, second.acquired]).toEqual([1, 0]);
    await session.close();
  });

  it('has the skill that was published, whatever its maker does to it later', async () => {
    const { session } = openSession();
    const skill = { ...skillOf('notes', { content: 'published' }), tags: ['a'] };
    await session.applyCapabilityBatch(skillBatch(1, [skill]));
    const own = { ...skillOf('own', { content: 'added' }) };
    session.addSkill(own);
    skill.content = own.content = 'changed';
    skill.tags.push('b');
    await using run = await session.admitCapabilityRun();
    expect(run.registry.skills.get('notes')).toMatchObject({ content: 'published', tags: ['a'] });
    expect(run.registry.skills.get('own')).toMatchObject({ content: 'added' });
    // The same object in a later generation counts as it is then.
    await session.applyCapabilityBatch(skillBatch(2, [skill]));
    await using later = await session.admitCapabilityRun();
    expect(later.registry.skills.get('notes')).toMatchObject({ content: 'changed' });
    await session.close();
  });
});

describe('skills that a host adds', () => {
  it('stand before each other until they are removed, and that is told', async () => {
    const { session, recorder } = openSession();
    const contentNow = async () => {
      await using run = await session.admitCapabilityRun();
      return run.registry.skills.get('notes')?.content ?? null;
    };
    session.addSkill(skillOf('notes', { content: 'one' }));
    session.addSkill(skillOf('notes', { content: 'two' }));
    expect(await contentNow()).toBe('two');
    expect(session.removeSkill('notes')).toBe(true);
    expect(await contentNow()).toBe('one');
    expect(session.removeSkill('notes')).toBe(true);
    expect(await contentNow()).toBeNull();
    expect(session.removeSkill('notes')).toBe(false);
    expect(
      recorder.of('registration').map(({ kind, publicName, action }) => [kind, publicName, action]),
    ).toEqual(['added', 'replaced', 'restored', 'removed'].map((action) => ['skill', 'notes', action]));
    await session.close();
  });

  it('refuse a batch that brings one of their names, until it is free again', async () => {
    const { session, recorder } = openSession();
    session.addSkill(skillOf('notes'));
    const batch = () => skillBatch(1, [skillOf('notes')]);
    expect(await rejectionOf(session.applyCapabilityBatch(batch()))).toMatchObject({
      name: 'CapabilityRuntimeError',
      code: 'runtime-name-conflict',
      kind: 'skill',
      publicName: 'notes',
      heldBy: 'a skill added by the host',
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(recorder.types).not.toContain('generation-published');
    session.removeSkill('notes');
    expect((await session.applyCapabilityBatch(batch())).committed.generation).toBe(1);
    await session.close();
  });

  it('cannot have a published name, nor can one be removed so', async () => {
    const { session, recorder } = openSession();
    await session.applyCapabilityBatch(skillBatch(1, [skillOf('notes')]));
    expect(thrownBy(() => session.addSkill(skillOf('notes')))).toMatchObject({
      name: 'SessionError',
      code: 'capability',
      cause: {
        code: 'runtime-name-conflict',
        kind: 'skill',
        publicName: 'notes',
        heldBy: 'host/host:skill:skill-0',
      },
    });
    expect(session.removeSkill('notes')).toBe(false);
    expect(recorder.of('registration-refused')).toMatchObject([
      { kind: 'skill', publicName: 'notes', code: 'runtime-name-conflict' },
    ]);
    session.addSkill(skillOf('Notes'));
    await session.close();
  });

  it('are kept apart from tools of the same name', async () => {
    const { session } = openSession();
    session.registerDynamicTool(new RecordingTool('notes'));
    session.addSkill(skillOf('notes'));
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('draw')]));
    session.addSkill(skillOf('draw'));
    await session.close();
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, ''],
    ['a text', 'notes', ''],
    ['a skill without content', { ...skillOf('notes'), content: undefined }, 'notes'],
    ['an endless name', skillOf('x'.repeat(10_000)), 'x'.repeat(256)],
  ])('are refused when they are %s', async (_what, given, publicName) => {
    const { session, recorder } = openSession();
    expect(thrownBy(() => session.addSkill(given as Skill))).toMatchObject({ code: 'skill-invalid' });
    expect(recorder.of('registration-refused')).toMatchObject([
      { kind: 'skill', publicName, code: 'skill-invalid' },
    ]);
    await session.close();
  });

  it('are at most so many, those included that others stand before', async () => {
    const { session } = openSession();
    for (let n = 0; n < ADDED_SKILLS_MAX; n += 1) {
      session.addSkill(skillOf(`skill-${n % (ADDED_SKILLS_MAX / 2)}`));
    }
    expect(thrownBy(() => session.addSkill(skillOf('skill-0')))).toMatchObject({
      code: 'added-skill-limit-reached',
      max: ADDED_SKILLS_MAX,
    });
    session.removeSkill('skill-0');
    session.addSkill(skillOf('one-more'));
    await session.close();
  });

  it('are neither added nor removed in a closed session', async () => {
    const { session } = openSession();
    session.addSkill(skillOf('notes'));
    await session.close();
    expect(thrownBy(() => session.addSkill(skillOf('more')))).toMatchObject({ code: 'session-closed' });
    expect(thrownBy(() => session.removeSkill('notes'))).toMatchObject({ code: 'session-closed' });
  });
});

describe('a published skill', () => {
  it('can be looked at in the session before a run has it', async () => {
    const { session } = openSession();
    expect([session.id, session.workspace]).toEqual(['session', '/work']);
    expect(session.capabilityProjection.entries).toEqual([]);
    await session.applyCapabilityBatch(skillBatch(1, [skillOf('notes')]));
    expect(session.capabilityProjection.find('skill', 'notes')?.value).toMatchObject({
      kind: 'skill',
      skill: { name: 'notes' },
    });
    await session.close();
  });

  it('is refused before publication when it has not the form of one', async () => {
    const { session } = openSession();
    const nonsense = Object.assign({ ...skillOf('notes') }, { tags: 'writing' });
    expect(await rejectionOf(session.applyCapabilityBatch(skillBatch(1, [nonsense])))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'skill',
      publicName: 'notes',
      reason: expect.stringContaining('its tags is refused'),
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    await session.close();
  });
});

describe('a skill validator', () => {
  const noShell = ({ allowedTools }: Skill) => (allowedTools === 'Bash' ? 'it wants a shell' : null);

  it('has the last word on published and on added skills', async () => {
    const { session } = openSession(new ScriptedModel(), { skillValidator: noShell });
    const shell = skillOf('shell', { allowedTools: 'Bash' });
    expect(
      await rejectionOf(session.applyCapabilityBatch(skillBatch(1, [skillOf('a'), shell]))),
    ).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'skill',
      publicName: 'shell',
      reason: 'it wants a shell',
    });
    expect(thrownBy(() => session.addSkill(shell))).toMatchObject({
      code: 'skill-invalid',
      reason: 'it wants a shell',
    });
    await session.applyCapabilityBatch(skillBatch(1, [skillOf('a')]));
    session.addSkill(skillOf('b'));
    await session.close();
  });

  it('is asked again at each admission', async () => {
    let open = true;
    const { session } = openSession(new ScriptedModel(), {
      skillValidator: () => (open ? undefined : 'shut'),
    });
    await session.applyCapabilityBatch(skillBatch(1, [skillOf('a')]));
    open = false;
    expect(await rejectionOf(session.send('go'))).toMatchObject({
      code: 'capability',
      cause: { code: 'runtime-value-invalid', publicName: 'a', reason: 'shut' },
    });
    await session.close();
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
      'no',
    ],
    [
      'throws nothing',
      () => {
        throw undefined;
      },
      'the skill validator failed',
    ],
    ['says false', () => false, 'the skill validator gave what is no reason'],
    ['gives a promise', async () => null, 'the skill validator gave what is no reason'],
    ['gives an empty reason', () => '', 'the skill validator gave what is no reason'],
    ['gives an endless reason', () => 'x'.repeat(1_025), 'x'.repeat(1_024)],
    ['gives as long a reason as it may', () => 'x'.repeat(1_024), 'x'.repeat(1_024)],
  ])('that %s has accepted nothing', async (_what, validate, reason) => {
    const skillValidator = validate as () => string | null;
    const { session } = openSession(new ScriptedModel(), { skillValidator });
    expect(thrownBy(() => session.addSkill(skillOf('a')))).toMatchObject({ code: 'skill-invalid', reason });
    expect(await rejectionOf(session.applyCapabilityBatch(skillBatch(1, [skillOf('a')])))).toMatchObject({
      code: 'runtime-value-invalid',
      reason,
    });
    await session.close();
  });

  it('cannot slip a name past the batch that is being published', async () => {
    let meddle = (): void => undefined;
    const skillValidator = () => {
      meddle();
      return null;
    };
    const { session } = openSession(new ScriptedModel(), { skillValidator });
    meddle = () => {
      meddle = () => undefined;
      session.addSkill(skillOf('a'));
    };
    expect(await rejectionOf(session.applyCapabilityBatch(skillBatch(1, [skillOf('a')])))).toMatchObject({
      code: 'runtime-name-conflict',
      publicName: 'a',
    });
    meddle = () => void session.close();
    expect(await rejectionOf(session.applyCapabilityBatch(skillBatch(1, [skillOf('b')])))).toMatchObject({
      code: 'session-closed',
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
  });
});

describe('the names of the tools for skills', () => {
  it.each(['search_skills', 'Skill'])('are held, with skills or without: %s', async (name) => {
    const { session, recorder } = openSession();
    const conflict = {
      code: 'runtime-name-conflict',
      kind: 'tool',
      publicName: name,
      heldBy: 'a built-in tool',
    };
    const batch = mcpBatch(1, 'files', [], { beside: [new RecordingTool(name)] });
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject(conflict);
    expect(thrownBy(() => session.registerDynamicTool(new RecordingTool(name)))).toMatchObject({
      code: 'capability',
      cause: conflict,
    });
    expect(recorder.of('registration-refused')).toMatchObject([{ kind: 'tool', publicName: name }]);
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    await session.close();
  });

  it('are free for the raw tools of a server, whose full names differ', async () => {
    const { session } = openSession();
    await session.applyCapabilityBatch(mcpBatch(1, 'files', ['Skill', 'search_skills']));
    session.addSkill(skillOf('notes'));
    await using run = await session.admitCapabilityRun();
    expect([...run.registry.tools.keys()]).toEqual([
      'mcp__files__Skill',
      'mcp__files__search_skills',
      'search_skills',
      'Skill',
    ]);
    expect(run.registry.mcp.get('files')).toBeInstanceOf(McpBinding);
    await session.close();
  });
});

describe('4,096 published skills', () => {
  it('are admitted, listed up to the bound, and searched to the last', async () => {
    const skills = Array.from({ length: 4_096 }, (_, n) =>
      skillOf(`p:skill-${n}`, { description: `Does work number ${n}. `.repeat(20), tags: ['work'] }),
    );
    const model = callingModel({ name: 'search_skills', input: { query: 'work number 4095' } });
    const { session } = openSession(model);
    await session.applyCapabilityBatch(skillBatch(1, skills));
    const { text } = await session.send('go');
    expect(text).toContain('10 of 4096 skills');
    expect(text.split('\n')[1]).toContain('p:skill-4095');
    expect(model.requests[0]?.system).toMatch(/\n\d+ of 4096 skills are listed;/u);
    await session.close();
  });
});
