import { expect, test } from 'vitest';
import { isKitError, KitError, type KitErrorCode } from './kit-error.js';

test('a refusal keeps its code, its message and its cause', () => {
  const cause = new Error('socket closed');
  const error = new KitError('unavailable', 'the back end does not answer: start it again', { cause });
  expect(error).toMatchObject({ name: 'KitError', code: 'unavailable', cause });
});

test.each<KitErrorCode>([
  'not-found',
  'conflict',
  'unsupported',
  'busy',
  'invalid',
  'closed',
  'cancelled',
  'unavailable',
  'internal',
])('a back end that throws %s is told by its code', async (code) => {
  const backEnd = async (): Promise<never> => {
    throw new KitError(code, 'the conversation is not there: list them and choose one');
  };
  const refusal: unknown = await backEnd().catch((error: unknown) => error);
  expect(isKitError(refusal) && refusal.code).toBe(code);
});

test('a refusal made by another copy of the package is recognised', () => {
  const foreign = Object.assign(new Error('busy'), {
    code: 'busy',
    [Symbol.for('@changeover/agents-kit/KitError')]: true,
  });
  expect(isKitError(foreign)).toBe(true);
});

test('an ordinary error is no refusal, whatever its code says', () => {
  expect(isKitError(Object.assign(new Error('busy'), { code: 'busy' }))).toBe(false);
});
