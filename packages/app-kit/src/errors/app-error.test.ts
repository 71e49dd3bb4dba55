import { KitError, type KitErrorCode } from '@changeover/agents-kit';
import { stateKey } from '@changeover/storage-kit';
import { expect, test } from 'vitest';
import { AppError, type AppErrorCode, isAppError } from './app-error.js';

test.each<[KitErrorCode, AppErrorCode]>([
  ['not-found', 'not-found'],
  ['conflict', 'conflict'],
  ['busy', 'busy'],
  ['invalid', 'invalid'],
  ['closed', 'closed'],
  ['cancelled', 'cancelled'],
  ['unsupported', 'invalid'],
  ['unavailable', 'integration'],
  ['internal', 'integration'],
])(
  'a back end that refuses with %s is reported by the app as %s, with the refusal as its cause',
  (kit, app) => {
    const cause = new KitError(kit, 'the agent said no');
    expect(AppError.from(cause)).toMatchObject({ code: app, message: 'the agent said no', cause });
  },
);

test('an error of the store is reported as storage, with the store error as its cause', () => {
  let cause: unknown;
  try {
    stateKey('', '');
  } catch (error) {
    cause = error;
  }
  expect(cause).toBeDefined();
  expect(AppError.from(cause)).toMatchObject({ code: 'storage', cause });
});

test('an error that no contract knows is reported as integration', () => {
  expect(AppError.from('boom')).toMatchObject({ code: 'integration', message: 'boom' });
});

test('an error of the app itself stays the very same', () => {
  const error = new AppError('busy', 'another replace is under way');
  expect(AppError.from(error)).toBe(error);
  expect(isAppError(error)).toBe(true);
});

test.each<AppErrorCode>([
  'busy',
  'conflict',
  'closed',
  'integration',
  'invalid',
  'not-found',
  'timeout',
  'storage',
  'cancelled',
])('a refusal with %s passes through every layer of an app as it was made', async (code) => {
  const cause = new Error('the socket was closed');
  const refusal = new AppError(code, 'the workspace is not there: list them and choose one', { cause });
  const layer = (inner: () => Promise<never>) => async (): Promise<never> => {
    try {
      return await inner();
    } catch (error) {
      throw AppError.from(error);
    }
  };
  const outer = layer(
    layer(async () => {
      throw refusal;
    }),
  );
  await expect(outer()).rejects.toBe(refusal);
  expect(refusal).toMatchObject({ name: 'AppError', code, cause });
});
