import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readArguments } from './arguments.js';

it('takes any free port, no project and the page beside the program where nothing is said', () => {
  expect(readArguments(['--data', '/state'])).toEqual({
    data: '/state',
    demo: null,
    renderer: join(import.meta.dirname, '..', 'renderer'),
    port: 0,
  });
});

it('takes folders from where it was started', () => {
  const args = ['--data', 'state', '--demo', 'demo', '--renderer', join('built', 'page')];
  expect(readArguments(args)).toMatchObject({
    data: resolve('state'),
    demo: resolve('demo'),
    renderer: resolve('built/page'),
  });
});

it.each(['0', '1', '65535'])('takes the port %s', (port) => {
  expect(readArguments(['--data', '/state', '--port', port]).port).toBe(Number(port));
});

it.each(['65536', '-1', '1.5', '1e3', ' 1', '', 'many'])('refuses the port %j', (port) => {
  expect(() => readArguments(['--data', '/state', `--port=${port}`])).toThrow(
    'give a whole number from 0 to 65535',
  );
});

it.each([
  [[], 'Say where the console keeps its state: --data <folder>'],
  [['--data', '/state', '--window'], 'Unknown option'],
  [['--data', '/state', 'more'], 'Unexpected argument'],
])('refuses %j', (args, message) => {
  expect(() => readArguments(args)).toThrow(message);
});
