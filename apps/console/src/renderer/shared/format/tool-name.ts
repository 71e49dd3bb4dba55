const OF_SERVER = /^mcp__(.+?)__(.+)$/;

/** What a tool is called where a person reads it: `notebook › get-env` for one of a server, else its own name. */
export function toolName(tool: string): string {
  const [, server, name] = OF_SERVER.exec(tool) ?? [];
  return server === undefined || name === undefined ? tool : `${server} › ${name}`;
}
