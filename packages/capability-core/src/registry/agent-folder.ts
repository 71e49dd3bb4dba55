import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentFileReader } from '../session/agent-dir.js';
import { isAgentFile } from '../session/agent-file.js';
import { AGENT_FILE_BYTES_MAX, AGENT_FILES_MAX } from '../session/limits.js';
import { compareBytes } from './byte-order.js';

/** Reads the files of a folder that describe agents, for `session.registerAgentDir`; folders in it are passed over. */
export function agentFolder(folder: string): AgentFileReader {
  return {
    read: async ({ signal }) => {
      const entries = await readdir(folder, { withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isFile() && isAgentFile(entry.name))
        .map(({ name }) => name)
        .sort(compareBytes);
      if (names.length > AGENT_FILES_MAX) {
        throw new RangeError(`There are ${names.length} files; at most ${AGENT_FILES_MAX} are read.`);
      }
      const files = [];
      for (const path of names) {
        signal.throwIfAborted();
        files.push({ path, text: await readText(join(folder, path), signal) });
      }
      return files;
    },
  };
}

async function readText(path: string, signal: AbortSignal): Promise<string> {
  const { size } = await stat(path);
  if (size > AGENT_FILE_BYTES_MAX) {
    throw new RangeError(`${path} takes ${size} bytes; at most ${AGENT_FILE_BYTES_MAX} are read.`);
  }
  return await readFile(path, { encoding: 'utf8', signal });
}
