import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { HostError } from '../errors/host-error.js';

/** The console has no folder of its own that a person would mean, and it is no shell. @throws HostError `folder-not-absolute` */
export function assertAbsolute(folder: string): void {
  if (isAbsolute(folder)) return;
  throw new HostError('folder-not-absolute', `${JSON.stringify(folder)} is not the whole path of a folder`, {
    folder,
  });
}

/** What became of reading a folder: where rights were missing, it says whose. */
export function readingError(error: unknown, folder: string): unknown {
  if (!isAboutRights(error)) return error;
  return new HostError(
    'folder-not-permitted',
    `The console runs as the user ${userName()}, who may not read ${folder}`,
    { folder },
    { cause: error },
  );
}

function isAboutRights(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) || isAboutRights(error.cause)
  );
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Not every system has a name for every user.
    return String(process.getuid?.() ?? 'unknown');
  }
}
