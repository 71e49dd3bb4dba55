import { expect, onTestFinished, test, vi } from 'vitest';

test('the example of the registry shows packages that change under a run, and servers that are asked about', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../../examples/registry.js');
  expect(log.mock.calls.map((words) => words.join(' '))).toEqual([
    'notebook wants to run: notebook --sync',
    'generation 1: field-notes 1.0 added',
    'notebook wants to run: notebook --sync',
    'generation 2: field-notes 1.0 → 1.1',
    'older: Use a pencil.',
    'newer: Use a pen.',
  ]);
}, 30_000);
