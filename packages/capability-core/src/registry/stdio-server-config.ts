import { Sha256Digest } from '../identity/sha256-digest.js';

/** One MCP server as a package declares it: a command that speaks the protocol over stdin and stdout. */
export interface StdioServerConfig {
  /** The key of the server in its configuration file; part of the tools' names. */
  readonly name: string;
  /** Program, arguments, environment and folder still hold their `${VAR}`s. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Working folder, or `null` for the host's choice. */
  readonly cwd: string | null;
}

/** Identity of what a server's configuration says, whatever the order of its variables. */
export function serverDigest({ name, command, args, env, cwd }: StdioServerConfig): Sha256Digest {
  const variables = Object.entries(env).sort(([left], [right]) => (left < right ? -1 : 1));
  return Sha256Digest.ofText(
    JSON.stringify(['changeover.mcp-server.v1', name, command, args, variables, cwd]),
  );
}
