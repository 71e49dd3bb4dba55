import { toolParts } from '../format/tool-name.js';

/** A tool by its readable names; where there is little room its server's is cut before its own. */
export function ToolName({ tool }: { tool: string }) {
  const { server, name } = toolParts(tool);
  return (
    <span title={tool} className="inline-flex max-w-full min-w-0 align-top">
      {server !== null && <span className="min-w-4 shrink-99 truncate">{server}</span>}
      {server !== null && <span className="whitespace-pre"> › </span>}
      <span className="min-w-0 truncate">{name}</span>
    </span>
  );
}
