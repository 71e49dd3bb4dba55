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
