import { readFile } from 'node:fs/promises';
import { descendants } from './process-status.js';

/** A running server of the demonstration's package. */
export interface NotebookServer {
  readonly pid: number;
  /** What its generation's package has told it in its environment. */
  readonly edition: string;
}

/** The notebooks that run below a console's process, as the kernel knows them. */
export async function notebookServers(console: number): Promise<readonly NotebookServer[]> {
  const found = (await descendants(console)).filter(({ command }) => command.includes('server-everything'));
  const servers = await Promise.all(found.map(async ({ pid }) => ({ pid, edition: await editionOf(pid) })));
  return servers.sort((one, other) => one.edition.localeCompare(other.edition));
}

async function editionOf(pid: number): Promise<string> {
  const variables = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  const name = 'FIELD_NOTES_EDITION=';
  return variables.find((variable) => variable.startsWith(name))?.slice(name.length) ?? '';
}
