import { describe, expect, it } from 'vitest';
import type { AgentFile, AgentFileReader, AgentSession } from '../src/index.js';
import {
  AGENT_FILE_ALIASES_MAX,
  AGENT_FILE_BYTES_MAX,
  AGENT_FILES_MAX,
  AGENT_FILES_TIMEOUT_MS,
} from '../src/session/limits.js';
import { ManualClock, Semaphore } from '../src/testing/index.js';
import { openSession, rejectionOf } from './session-builders.js';

const files = (...given: readonly AgentFile[]): AgentFileReader => ({ read: async () => given });
const never: AgentFileReader = { read: () => new Promise(() => undefined) };

async function agentsOf(session: AgentSession) {
  await using run = await session.admitCapabilityRun();
  return run.registry.agents;
}

/** The agent that a file describes, or why it describes none. */
async function agentIn(path: string, text: string) {
  const { session } = openSession();
  const [name] = await session.registerAgentDir(files({ path, text })).catch((error: unknown) => [error]);
  const agent = typeof name === 'string' ? (await agentsOf(session)).get(name) : name;
  await session.close();
  return agent;
}

describe('a folder of agents', () => {
  it('is registered as a whole, and other files are passed over', async () => {
    const { session } = openSession();
    const reader = files(
      { path: 'scout.md', text: '---\ndescription: Looks ahead.\n---\nLook ahead.\n' },
      { path: 'guides/guide.yaml', text: 'name: guide\ndescription: Shows the way.\n' },
      { path: 'last.yml', text: 'description: Comes last.' },
      { path: 'notes.txt', text: 'nothing' },
    );
    expect(await session.registerAgentDir(reader)).toEqual(['scout', 'guide', 'last']);
    expect((await agentsOf(session)).get('scout')).toEqual({
      name: 'scout',
      description: 'Looks ahead.',
      prompt: 'Look ahead.',
      maxSteps: 30,
    });
    await session.close();
  });

  it('may say all that an agent can be', async () => {
    const text = [
      '\uFEFF---',
      'name: scout',
      'description: "Looks: --- ahead."',
      'kind: read-only',
      'hidden: true',
      'model: {model: small, provider: acme}',
      'max-steps: 7',
      'confirmation_inheritance: inherit_parent',
      'permissions:',
      '  allow: [read, "grep(*.ts)"]',
      '  ask: [fetch]',
      '  deny: [write]',
      'color: blue',
      '---',
      '',
      'Look ahead.',
    ].join('\r\n');
    expect(await agentIn('scout.md', text)).toEqual({
      name: 'scout',
      description: 'Looks: --- ahead.',
      hidden: true,
      model: { model: 'small', provider: 'acme' },
      maxSteps: 7,
      confirmationInheritance: 'inherit_parent',
      permissions: [
        { decision: 'allow', rule: 'read' },
        { decision: 'allow', rule: 'grep(*.ts)' },
        { decision: 'ask', rule: 'fetch' },
        { decision: 'deny', rule: 'write' },
      ],
      prompt: 'Look ahead.',
    });
  });

  it.each([
    [
      'a text with commas',
      'tools: Read, Bash(git log, *), mcp__a__b',
      ['Read', 'Bash(git log, *)', 'mcp__a__b'],
    ],
    [
      'what stands in two pairs of parentheses',
      'tools: Bash(echo (a, b)) Read',
      ['Bash(echo (a, b))', 'Read'],
    ],
    ['a list', 'tools:\n  - Read\n  - Grep', ['Read', 'Grep']],
  ])('that lists tools as %s lets its agent use only those', async (_what, text, rules) => {
    const agent = await agentIn(
      'scout.yaml',
      `description: ''\nmodel: inherit\ndisallowedTools: Write\n${text}`,
    );
    expect(agent).toEqual({
      name: 'scout',
      description: '',
      maxSteps: 30,
      confirmationInheritance: 'deny_on_ask',
      permissions: [
        ...rules.map((rule) => ({ decision: 'allow', rule })),
        { decision: 'deny', rule: 'Write' },
      ],
    });
  });

  it.each([
    ['a.md', 'no front matter', 'no front matter'],
    ['a.md', '---\nname: a\n---\n', 'its description is refused'],
    ['a.yaml', '- a\n- b', 'no map of fields'],
    ['a.yaml', 'a: b: c', 'its YAML is broken'],
    ['a.yaml', 'description: !odd x', 'its YAML is broken'],
    ['a.yaml', "description: ''\nkind: wizard", 'its kind "wizard" is not known'],
    ['a.yaml', "description: ''\nkind: 1", 'its kind 1 is not known'],
    ['a.yaml', "description: ''\nname: 3000", 'its name is refused'],
    ['a.yaml', "description: ''\npermissions: all", 'its permissions are no map'],
    ['a.yaml', "description: ''\ntools: [1]", 'neither a text nor a list of texts'],
    ['a.yaml', "description: ''\ntools: [a b]", 'cannot be read'],
    // Not `Bash` and `git`: that would be all of Bash.
    ['a.yaml', "description: ''\ntools: Bash(git log", 'cannot be read'],
  ])('with %s of %j is refused', async (path, text, reason) => {
    const error = await agentIn(path, text);
    expect(error).toMatchObject({ code: 'agent-invalid', reason: expect.stringContaining(reason) });
  });

  it('is read in no time, however its rules are made', async () => {
    const refused = await agentIn('a.yaml', `description: ''\ntools: '${'a('.repeat(100_000)}'`);
    expect(refused).toMatchObject({
      code: 'agent-invalid',
      reason: expect.stringContaining('cannot be read'),
    });
  });

  it('may refer to a part so often and not more', async () => {
    const of = (count: number) => {
      const aliases = Array.from({ length: count }, () => '*a').join(', ');
      return agentIn('a.yaml', `description: ''\nx: &a [1]\ny: [${aliases}]`);
    };
    expect(await of(AGENT_FILE_ALIASES_MAX - 1)).toMatchObject({ name: 'a' });
    expect(await of(AGENT_FILE_ALIASES_MAX)).toMatchObject({ code: 'agent-invalid' });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'a.md'],
    ['files without text', [{ path: 'a.md' }]],
    ['holes', [null]],
  ])('that turns out to be %s is refused', async (_what, read) => {
    const { session } = openSession();
    const reader: AgentFileReader = { read: async () => [] };
    Object.assign(reader, { read: async () => read });
    expect(await rejectionOf(session.registerAgentDir(reader))).toMatchObject({
      code: 'agent-dir-unreadable',
      reason: 'what was read are no files with path and text',
    });
    await session.close();
  });

  it('holds so many files and not more', async () => {
    const of = (count: number) =>
      files(...Array.from({ length: count }, (_, n) => ({ path: `${n}.txt`, text: '' })));
    const { session } = openSession();
    expect(await session.registerAgentDir(of(AGENT_FILES_MAX))).toEqual([]);
    expect(await rejectionOf(session.registerAgentDir(of(AGENT_FILES_MAX + 1)))).toMatchObject({
      code: 'agent-dir-unreadable',
    });
    await session.close();
  });

  it('holds files of so many bytes and not more', async () => {
    const of = (bytes: number) => files({ path: 'a.txt', text: 'x'.repeat(bytes) });
    const { session } = openSession();
    expect(await session.registerAgentDir(of(AGENT_FILE_BYTES_MAX))).toEqual([]);
    expect(await rejectionOf(session.registerAgentDir(of(AGENT_FILE_BYTES_MAX + 1)))).toMatchObject({
      code: 'agent-dir-unreadable',
      reason: `a.txt takes over ${AGENT_FILE_BYTES_MAX} bytes`,
    });
    await session.close();
  });

  it('is awaited so long and no longer', async () => {
    const clock = new ManualClock();
    const { session, recorder } = openSession(undefined, { clock });
    let settled = false;
    const reading = rejectionOf(session.registerAgentDir(never)).finally(() => {
      settled = true;
    });
    await clock.advance(AGENT_FILES_TIMEOUT_MS - 1);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await reading).toMatchObject({ code: 'agent-dir-unreadable' });
    expect(recorder.of('registration-refused')).toMatchObject([
      { kind: 'agent', code: 'agent-dir-unreadable' },
    ]);
    await session.close();
  });

  it('is given up by its caller or with its session, and with what its reader fails of', async () => {
    const { session } = openSession();
    const broken: AgentFileReader = { read: () => Promise.reject(new Error('no disk')) };
    expect(await rejectionOf(session.registerAgentDir(broken))).toMatchObject({
      code: 'agent-dir-unreadable',
      reason: 'no disk',
      cause: { message: 'no disk' },
    });
    const abort = new AbortController();
    const cancelled = rejectionOf(session.registerAgentDir(never, { signal: abort.signal }));
    abort.abort();
    expect(await cancelled).toMatchObject({
      code: 'agent-dir-unreadable',
      reason: 'the reading was cancelled',
    });

    const entered = new Semaphore();
    const closing = rejectionOf(
      session.registerAgentDir({
        read: () => {
          entered.add();
          return new Promise(() => undefined);
        },
      }),
    );
    await entered.acquire();
    await session.close();
    expect(await closing).toMatchObject({ code: 'session-closed' });
    expect(await rejectionOf(session.registerAgentDir(files()))).toMatchObject({ code: 'session-closed' });
  });
});
