import { userInfo } from 'node:os';
import { PackageError } from '@changeover/capability-core/registry';
import { expect, it } from 'vitest';
import { reportOfError } from '../errors/report-of-error.js';
import { assertAbsolute, readingError } from './folder-refusal.js';

it.each(['notes', './notes', '~/notes', '~'])(
  'refuses %s, which is no whole path, and says what to write',
  (folder) => {
    expect(() => assertAbsolute(folder)).toThrow(
      expect.objectContaining({ code: 'folder-not-absolute', message: expect.stringContaining(folder) }),
    );
  },
);

it('takes a whole path', () => {
  expect(() => assertAbsolute('/srv/notes')).not.toThrow();
});

it.each(['EACCES', 'EPERM'])('says as whom the console runs where %s keeps it from a folder', (code) => {
  const system = Object.assign(new Error(`${code}: permission denied`), { code });
  const refused = new PackageError('unreadable', 'It cannot be read.', {
    root: '/root/notes',
    cause: system,
  });
  expect(reportOfError(readingError(refused, '/root/notes'))).toMatchObject({
    code: 'folder-not-permitted',
    message: expect.stringContaining(userInfo().username),
    action: expect.any(String),
    causes: [{ code: 'unreadable' }, { code }],
  });
});

it('leaves every other error as it is', () => {
  const missing = new PackageError('missing', 'There is none.', { root: '/srv/notes' });
  expect(readingError(missing, '/srv/notes')).toBe(missing);
});
