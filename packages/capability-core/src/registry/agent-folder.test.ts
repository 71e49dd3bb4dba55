import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENT_FILE_BYTES_MAX, AGENT_FILES_MAX } from '../session/limits.js';
import { agentFolder } from './agent-folder.js';

const { signal } = new AbortController();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changeover-agent-folder-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('a folder of agents on disk', () => {
  it('gives its files in the order of their names', async () => {
    await mkdir(join(folder, 'folder.md'));
    for (const name of ['b.md', 'a.yaml', 'B.yml', 'notes.txt']) await writeFile(join(folder, name), name);
    expect(await agentFolder(folder).read({ signal })).toEqual(
      ['B.yml', 'a.yaml', 'b.md'].map((path) => ({ path, text: path })),
    );
  });

  it('holds files of so many bytes and not more', async () => {
    await writeFile(join(folder, 'a.md'), 'x'.repeat(AGENT_FILE_BYTES_MAX));
    expect(await agentFolder(folder).read({ signal })).toHaveLength(1);
    await writeFile(join(folder, 'a.md'), 'x'.repeat(AGENT_FILE_BYTES_MAX + 1));
    await expect(agentFolder(folder).read({ signal })).rejects.toThrow('at most');
  });

  it('holds so many files and not more', async () => {
    const write = (n: number) => writeFile(join(folder, `${n}.md`), '');
    await Promise.all(Array.from({ length: AGENT_FILES_MAX }, (_, n) => write(n)));
    expect(await agentFolder(folder).read({ signal })).toHaveLength(AGENT_FILES_MAX);
    await write(AGENT_FILES_MAX);
    await expect(agentFolder(folder).read({ signal })).rejects.toThrow('at most');
  });

  it('is not read when it is not there, or when nobody waits', async () => {
    await expect(agentFolder(join(folder, 'none')).read({ signal })).rejects.toThrow('ENOENT');
    await writeFile(join(folder, 'a.md'), '');
    await expect(agentFolder(folder).read({ signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
