import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ask } from './ask.js';

function conversation() {
  return { input: new PassThrough(), output: new PassThrough(), signal: new AbortController().signal };
}

test.each([
  ['y', true],
  ['Yes', true],
  ['n', false],
  ['', false],
  ['certainly', false],
])('the answer %j means %s', async (answer, agreed) => {
  const parts = conversation();
  const asked = ask('Write it?', parts);
  parts.input.write(`${answer}\n`);
  expect(await asked).toBe(agreed);
  expect(String(parts.output.read())).toBe('Write it? [y/N] ');
});

test('no answer is a no', async () => {
  const parts = conversation();
  const asked = ask('Write it?', parts);
  parts.input.end();
  expect(await asked).toBe(false);
});

test('a question that is interrupted rejects with the reason', async () => {
  const interruption = new AbortController();
  const asked = ask('Write it?', { ...conversation(), signal: interruption.signal });
  interruption.abort(new Error('interrupted'));
  await expect(asked).rejects.toThrow('interrupted');
});
