import { randomUUID } from 'node:crypto';
import { withIoErrors } from '../errors/io-error.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { maxLockAttempts, maxLockDepth } from '../limits.js';
import { type FileLayer, writeAll } from './file-layer.js';
import type { ProcessIdentity, ProcessTable } from './process-identity.js';

export interface LockParts {
  readonly files: FileLayer;
  readonly processes: ProcessTable;
}

/** The right to be the only process that works on a path. */
export interface FileLock {
  release(): Promise<void>;
}

/** Whose name a lock bears. */
export interface LockHolder {
  /** Undefined when the lock does not say. */
  readonly owner: { readonly pid: number; readonly host: string } | undefined;
  /** Whether that process may still run; the lock of a dead one is taken over. */
  readonly mayRun: boolean;
}

interface LockContent extends ProcessIdentity {
  /** Unique to one acquisition. */
  readonly token: string;
}

/**
 * Takes the lock file at `path`, also from a process that is dead.
 *
 * The file gets its name by a link, so it has its content from the first moment and only one of many contenders
 * wins. A dead owner's lock is replaced under a second lock whose name carries the dead owner's token: so
 * each acquisition is taken over at most once, and a contender that comes late finds another token and begins again.
 *
 * @throws StateStoreError `locked` with the owner, `io`.
 */
export async function acquireLock(path: string, parts: LockParts): Promise<FileLock> {
  const content: LockContent = { ...(await parts.processes.self()), token: randomUUID() };
  const draft = `${path}.${content.token}`;
  return withIoErrors('lock', path, async () => {
    await writeDraft(draft, content, parts.files);
    try {
      await take(path, draft, parts, 0);
    } finally {
      await parts.files.remove(draft);
    }
    return { release: () => withIoErrors('unlock', path, () => parts.files.remove(path)) };
  });
}

/** Who holds the lock at `path`, without touching it; undefined when nobody does. @throws StateStoreError `io` */
export async function lockHolder(path: string, parts: LockParts): Promise<LockHolder | undefined> {
  const bytes = await withIoErrors('read', path, () => parts.files.read(path));
  if (bytes === undefined) return undefined;
  try {
    const identity = parseContent(path, new TextDecoder().decode(bytes));
    const { pid, host } = identity;
    return { owner: { pid, host }, mayRun: await parts.processes.mayRun(identity) };
  } catch {
    // It names nobody, so it is never taken over.
    return { owner: undefined, mayRun: true };
  }
}

async function writeDraft(draft: string, content: LockContent, files: FileLayer): Promise<void> {
  const file = await files.open(draft, 'new');
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(content)}\n`), 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function take(path: string, draft: string, parts: LockParts, depth: number): Promise<void> {
  for (let attempt = 0; attempt < maxLockAttempts; attempt += 1) {
    if (await parts.files.link(draft, path)) return;
    const owner = await readOwner(path, parts.files);
    if (owner === undefined) continue;
    if (depth >= maxLockDepth || (await parts.processes.mayRun(owner))) throw locked(path, owner);
    if (await takeOver(path, owner, draft, parts, depth)) return;
  }
  throw new StateStoreError('locked', `${path} is being taken by another process: try again`, { file: path });
}

/** @returns false when the lock is no longer that of `owner`. */
async function takeOver(
  path: string,
  owner: LockContent,
  draft: string,
  parts: LockParts,
  depth: number,
): Promise<boolean> {
  const guard = `${path}.${owner.token.slice(0, 8)}`;
  await take(guard, draft, parts, depth + 1);
  try {
    if ((await readOwner(path, parts.files))?.token !== owner.token) return false;
    // A second name of the same file would not be renamed over the first, so the name is freed in between;
    // whoever links it at that moment has it.
    await parts.files.remove(path);
    return await parts.files.link(draft, path);
  } finally {
    await parts.files.remove(guard);
  }
}

/** Undefined when there is no lock. */
async function readOwner(path: string, files: FileLayer): Promise<LockContent | undefined> {
  const bytes = await files.read(path);
  return bytes === undefined ? undefined : parseContent(path, new TextDecoder().decode(bytes));
}

function parseContent(path: string, text: string): LockContent {
  try {
    const { pid, host, startedAt, token } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (Number.isSafeInteger(pid) && typeof host === 'string' && isToken(token)) {
      const identity = { pid: Number(pid), host, token };
      return typeof startedAt === 'string' ? { ...identity, startedAt } : identity;
    }
  } catch {
    // Falls through: what is no JSON names no owner either.
  }
  throw new StateStoreError(
    'locked',
    `${path} does not name its owner. Delete it when no process uses the store`,
    { file: path },
  );
}

/** A token becomes part of a file's name, so it must not lead elsewhere. */
function isToken(token: unknown): token is string {
  return typeof token === 'string' && /^[\w-]+$/.test(token);
}

function locked(path: string, { pid, host }: ProcessIdentity): StateStoreError {
  return new StateStoreError(
    'locked',
    `The store is in use by process ${pid} on ${host}, which holds ${path}. Close it there first`,
    { file: path, owner: { pid, host } },
  );
}
