import { expect, onTestFinished, test, vi } from 'vitest';
import { ChatServer, delta, streamed, streamedText, USAGE_CHUNK } from './chat-server.js';

test('the example of the README shows a run that keeps its generation', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/cutover.js');
  expect(log.mock.calls).toEqual([
    ['older:', 'I used 1.0.'],
    ['newer:', 'I used 2.0.'],
  ]);
});

test('the example on skills shows one that is found and loaded', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/skills.js');
  expect(log.mock.calls.map(([text]) => text)).toEqual([
    '1 of 1 skills that have a word of "meeting minutes", the best first.\n' +
      '- office:minutes (version 1.0): Writes the minutes of a meeting.',
    'Skill: office:minutes\nVersion: 1.0\nAllowed tools: Read\n\n' +
      'Name who was there, then one line for each decision.',
    'Ada and Grace were there. We meet again on Monday.',
  ]);
});

test('the example on knowledge shows a passage that is found and cited', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/knowledge.js');
  expect(log.mock.calls.map(([text]) => text)).toEqual([
    'Passages of "handbook" on "when to hand in receipts", the best first.\n\n' +
      '[1] travel.md, lines 5-7, Travel › Receipts\n## Receipts\n\nHand them in within a week.',
    'Within a week (travel.md, Receipts).',
  ]);
});

test('the example on hooks shows one that refuses and one that looks on', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/hooks.js');
  expect(log.mock.calls).toEqual([['answered:', 'read_file was not called: secrets are not for you']]);
});

test('the example on agents shows one that works on a task', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/agents.js');
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual([
    'The librarian says: Notes of March: Paper is A4.',
  ]);
});

test('the example on commands shows two of the host, one of which clears the conversation', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/commands.js');
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual([
    'Good morning.',
    'Hello Ada; 2 messages so far.',
    'A new page.',
    'Hello Ada; 0 messages so far.',
  ]);
});

test('the example on context shows what is found, and what is noted after the run', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/context.js');
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual([
    '2 items',
    'noted: When does the library close? It closes at 17.',
  ]);
});

test('the example on UIs shows a handle that keeps its edition', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/ui.js');
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual(['1 <h1>Spring</h1>', '2 <h1>Summer</h1>']);
});

test('the example on effects shows a batch that is undone, and one that is closed', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/effects.js');
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual([
    'open archive',
    'projection: The capability projection was refused: host/example:tool:mailbox could not be prepared: the server is down',
    'close archive',
    '1 batch undone, cleanly',
    'open archive',
    'open mailbox',
    'close mailbox',
    'close archive',
  ]);
});

test('the example on scopes shows a ceiling that is refused, and what is closed', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/scopes.js');
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual([
    "ceiling-expansion: The child's ceiling was refused: execution.max_tool_rounds would go beyond its parent's; a child may only narrow.",
    'close index',
    'close cache',
    'session/desk/run/first/subtask/look-up: completed',
    'clean',
  ]);
});

test('the example on models asks one at an endpoint, which calls a tool', async () => {
  const call = { index: 0, id: 'a', type: 'function', function: { name: 'clock', arguments: '{}' } };
  await using server = await ChatServer.start(
    streamed(delta({ tool_calls: [call] }), delta({}, 'tool_calls'), USAGE_CHUNK),
    streamedText('It is late.'),
  );
  vi.stubEnv('OPENAI_BASE_URL', server.baseUrl);
  vi.stubEnv('OPENAI_API_KEY', 'key-1');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    write.mockRestore();
    log.mockRestore();
  });
  await import('../examples/openai.js');
  expect(write.mock.calls.map(([text]) => text)).toEqual(['It is late.']);
  expect(log.mock.calls).toEqual([['\n20 tokens']]);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer key-1'));
});

test('the example on the AI SDK asks a model of one of its providers', async () => {
  await using server = await ChatServer.start(streamedText('I am a llama.'));
  vi.stubEnv('OPENAI_BASE_URL', server.baseUrl);
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    log.mockRestore();
  });
  await import('../examples/ai-sdk.js');
  expect(log.mock.calls).toEqual([['I am a llama.']]);
});
