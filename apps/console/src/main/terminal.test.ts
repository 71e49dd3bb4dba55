import { expect, test, vi } from 'vitest';
import { printFailure, surviveClosedTerminal } from './terminal.js';

test('a failure is said in words, and nothing in it is a command to the terminal', () => {
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  printFailure({
    code: 'corrupt',
    message: 'The file /tmp/\u001b[2Jx is damaged.',
    action: 'Move it away.',
    causes: [{ code: null, message: 'read\n  What to do: nothing' }],
    details: {},
  });
  expect(printed.join('')).toBe(
    'Changeover failed [corrupt]: The file /tmp/\\x1b[2Jx is damaged.\n' +
      '  because: read\n      What to do: nothing\n' +
      '  What to do: Move it away.\n',
  );
  vi.restoreAllMocks();
});

test('a terminal that is gone takes nothing down', () => {
  const streams = [process.stdout, process.stderr];
  for (const stream of streams) stream.removeAllListeners('error');
  const breakOff = (): void => {
    for (const stream of streams) stream.emit('error', new Error('write EPIPE'));
  };
  expect(breakOff).toThrow('EPIPE');
  surviveClosedTerminal();
  breakOff();
});
