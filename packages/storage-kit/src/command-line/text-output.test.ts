import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { plainText, TextOutput } from './text-output.js';

test('what a terminal would obey is shown as what it is', () => {
  expect(plainText('a\u001b[2J\u0007\u009b\nb\tc ä')).toBe('a\\u001b[2J\\u0007\\u009b\nb\\u0009c ä');
});

test('writing waits until what was written is read', async () => {
  const stream = new PassThrough({ highWaterMark: 4 });
  const output = new TextOutput(stream);
  let isWritten = false;
  const writing = output.write('12345678').then(() => {
    isWritten = true;
  });
  await new Promise(setImmediate);
  expect(isWritten).toBe(false);
  expect(String(stream.read())).toBe('12345678');
  await writing;
});

test('writing that waits ends with the signal', async () => {
  const interruption = new AbortController();
  const writing = new TextOutput(new PassThrough({ highWaterMark: 1 })).write('12', interruption.signal);
  interruption.abort(new Error('interrupted'));
  await expect(writing).rejects.toThrow('interrupted');
});

test.each([
  ['EPIPE', 'output-closed'],
  ['ENOSPC', 'io'],
])(
  'a stream that fails with %s fails the next write with %s, and text is dropped',
  async (code, expected) => {
    const stream = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('failed'), { code })),
    });
    const output = new TextOutput(stream);
    await expect(output.write('1')).rejects.toMatchObject({ code: expected });
    await expect(output.write('2')).rejects.toMatchObject({ code: expected });
    expect(() => output.say('3')).not.toThrow();
  },
);
