// @ts-check
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startOptions } from './options.mjs';

test('by default the console opens where it can, on a free port and in its own folder', () => {
  expect(startOptions([])).toEqual({ browser: false, data: undefined, port: '0' });
});

test('the last port is taken', () => {
  expect(startOptions(['--port', '65535'])).toMatchObject({ port: '65535' });
});

test.each(['65536', 'abc', '-1', ''])('port %j is refused before anything is installed', (port) => {
  expect(() => startOptions([`--port=${port}`])).toThrow('name a number from 0 to 65535');
});

test('a file is refused as the data folder', () => {
  const file = fileURLToPath(import.meta.url);
  expect(() => startOptions(['--data', file])).toThrow('it is no folder');
});
