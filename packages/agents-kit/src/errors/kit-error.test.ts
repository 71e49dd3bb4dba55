import { expect, test } from 'vitest';
import { isKitError, KitError } from './kit-error.js';

test('a refusal keeps its code, its message and its cause', () => {
  const cause = new Error('socket closed');
  const error = new KitError('unavailable', 'the back end does not answer: start it again', { cause });
  expect(error).toMatchObject({ name: 'KitError', code: 'unavailable', cause });
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
