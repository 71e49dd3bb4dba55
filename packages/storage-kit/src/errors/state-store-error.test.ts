import { expect, test, vi } from 'vitest';
import { isStateStoreError, StateStoreError } from './state-store-error.js';

test('an error keeps its code, its facts and its cause', () => {
  const cause = new Error('disk');
  const error = new StateStoreError('io', 'Could not write', { file: '/f', offset: 3, cause });
  expect(error).toMatchObject({ name: 'StateStoreError', code: 'io', file: '/f', offset: 3, cause });
  expect(error).toBeInstanceOf(Error);
});

test('an error of another copy of this package is recognised', async () => {
  vi.resetModules();
  const copy = await import('./state-store-error.js');
  const foreign = new copy.StateStoreError('closed', 'The store is closed');
  expect(foreign).not.toBeInstanceOf(StateStoreError);
  expect(isStateStoreError(foreign)).toBe(true);
});

test.each([undefined, null, 'closed', { code: 'closed' }, new Error('closed')])('%o is none', (value) => {
  expect(isStateStoreError(value)).toBe(false);
});
