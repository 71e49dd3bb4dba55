import { z } from 'zod';
import { isJsonMap, parseJsonFile } from './json-file.js';
import { MAX_SERVER_NAME_CHARS } from './limits.js';
import { ItemReport, type ReadItem } from './package-item.js';
import type { StdioServerConfig } from './stdio-server-config.js';
import { requiredVariables } from './variables.js';

/** An MCP server as a package declares it. */
export interface PackagedServer {
  readonly config: StdioServerConfig;
  readonly path: string;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const serverSchema = z.looseObject({
  type: z.string().optional(),
  command: z.string().optional(),
  args: z.array(scalar).optional(),
  env: z.record(z.string(), scalar).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
});
type ServerEntry = z.infer<typeof serverSchema>;

const STDIO_TYPES: ReadonlySet<string> = new Set(['stdio', 'local']);
const SERVER_NAME = new RegExp(`^[A-Za-z0-9_.-]{1,${MAX_SERVER_NAME_CHARS}}$`);

/** Variables that the host sets for every package; needing them is nothing to report. */
const HOST_VARIABLES: ReadonlySet<string> = new Set([
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PLUGIN_DATA',
  'CLAUDE_PROJECT_DIR',
]);

/**
 * Reads the servers of a configuration file, flat or inside `mcpServers` (or `servers`).
 *
 * @param variables Variables that are set; a server that needs another one is noted.
 */
export function readMcpFile(
  path: string,
  text: string,
  variables: ReadonlySet<string>,
): readonly ReadItem<PackagedServer>[] {
  const json = parseJsonFile(text);
  if (!json.ok) {
    return [new ItemReport('mcp', path).skipped(path, `It is no JSON: ${json.reason}.`, json.line)];
  }
  return readMcpServers(path, json.value, variables);
}

/** Reads the servers of a parsed configuration. */
export function readMcpServers(
  path: string,
  value: unknown,
  variables: ReadonlySet<string>,
): readonly ReadItem<PackagedServer>[] {
  const servers = serverMap(value);
  if (servers === null) {
    return [new ItemReport('mcp', path).skipped(path, 'It is no map of servers.')];
  }
  return Object.entries(servers).map(([name, entry]) => readServer(path, name, entry, variables));
}

function serverMap(value: unknown): Readonly<Record<string, unknown>> | null {
  if (!isJsonMap(value)) return null;
  for (const wrapper of ['mcpServers', 'servers']) {
    if (isJsonMap(value[wrapper])) return value[wrapper];
  }
  return value;
}

function readServer(
  path: string,
  name: string,
  entry: unknown,
  variables: ReadonlySet<string>,
): ReadItem<PackagedServer> {
  const report = new ItemReport('mcp', path);
  if (!SERVER_NAME.test(name)) {
    return report.skipped(name, `Its name is not 1 to ${MAX_SERVER_NAME_CHARS} of A-Z a-z 0-9 _ . -`);
  }
  const parsed = serverSchema.safeParse(entry);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return report.skipped(name, `${[name, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
  }
  const { type, command, url } = parsed.data;
  if (type === undefined && command === undefined && url !== undefined) {
    report.note('It has a url and no type; it is read as an HTTP server.');
  }
  if (url === '') return report.skipped(name, 'Its url is empty: it is not configured.');
  if (!STDIO_TYPES.has(type ?? (command === undefined && url !== undefined ? 'http' : 'stdio'))) {
    return report.skipped(name, 'Servers over HTTP are not loaded; only those that a command starts are.');
  }
  if (command === undefined || command === '') return report.skipped(name, 'It has no command.');
  const config = stdioConfig(name, command, parsed.data, report);
  noteUnsetVariables(config, variables, report);
  return report.loaded(name, Object.freeze({ config, path }));
}

function stdioConfig(
  name: string,
  command: string,
  { args = [], env = {}, cwd }: ServerEntry,
  report: ItemReport,
): StdioServerConfig {
  if ([...args, ...Object.values(env)].some((value) => typeof value !== 'string')) {
    report.note('Numbers and booleans among its arguments and variables are read as text.');
  }
  return Object.freeze({
    name,
    command,
    args: Object.freeze(args.map(String)),
    env: Object.freeze(Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))),
    cwd: cwd ?? null,
  });
}

function noteUnsetVariables(
  { command, args, env, cwd }: StdioServerConfig,
  variables: ReadonlySet<string>,
  report: ItemReport,
): void {
  const needed = requiredVariables([command, ...args, ...Object.values(env), cwd ?? ''].join('\n'));
  const unset = needed.filter((variable) => !HOST_VARIABLES.has(variable) && !variables.has(variable));
  if (unset.length > 0)
    report.note(`It cannot be started until these variables are set: ${unset.join(', ')}.`);
}
