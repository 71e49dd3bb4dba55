import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRehearsalScript } from '@changeover/capability-core';
import * as z from 'zod/mini';
import { HostError } from '../errors/host-error.js';
import { PACKAGE_FOLDERS_MAX, REHEARSAL_MAX_BYTES, REHEARSALS_MAX } from '../limits.js';
import type { Project, Rehearsal } from './project.js';

const RehearsalFile = z.object({ title: z.string(), prompt: z.string(), script: z.unknown() });

/**
 * Reads a project: `packages/*` in the order of their names, and `rehearsals/*.json`.
 *
 * @throws HostError `project-unreadable`, naming the file
 */
export async function readProject(folder: string): Promise<Project> {
  const packages = await entriesOf(join(folder, 'packages'), PACKAGE_FOLDERS_MAX);
  const rehearsals = await entriesOf(join(folder, 'rehearsals'), REHEARSALS_MAX);
  return {
    packages,
    rehearsals: await Promise.all(rehearsals.filter((path) => path.endsWith('.json')).map(readRehearsal)),
  };
}

async function entriesOf(folder: string, max: number): Promise<readonly string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw unreadable(folder, 'it cannot be listed', cause);
  });
  if (names.length > max)
    throw unreadable(folder, `it holds ${names.length} entries; at most ${max} are read`);
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(folder, name));
}

async function readRehearsal(path: string): Promise<Rehearsal> {
  try {
    const { size } = await stat(path);
    if (size > REHEARSAL_MAX_BYTES)
      throw new Error(`It has ${size} bytes; at most ${REHEARSAL_MAX_BYTES} are read`);
    const { title, prompt, script } = RehearsalFile.parse(JSON.parse(await readFile(path, 'utf8')));
    return { name: nameOf(path), title, prompt, script: parseRehearsalScript(script) };
  } catch (cause) {
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** `2-take-one-note.json` is `take-one-note`: the number is there to order the files. */
function nameOf(path: string): string {
  return path
    .replace(/^.*[\\/]/, '')
    .replace(/^\d+-/, '')
    .replace(/\.json$/, '');
}

function unreadable(path: string, reason: string, cause?: unknown): HostError {
  return new HostError(
    'project-unreadable',
    `The project cannot be read at ${path}: ${reason}`,
    { path },
    { cause },
  );
}
