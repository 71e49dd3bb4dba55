const OF_SERVER = /^mcp__(.+?)__(.+)$/;

/** The readable parts of a tool's name: for `mcp__notebook__get-env` its server and its own, else only its own. */
export function toolParts(tool: string): { readonly server: string | null; readonly name: string } {
  const [, server, name] = OF_SERVER.exec(tool) ?? [];
  return server === undefined || name === undefined ? { server: null, name: tool } : { server, name };
}
