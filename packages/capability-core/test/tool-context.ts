import type { ToolContext } from '../src/kinds/tool-context.js';

/** What a tool is told by a caller that is no run. */
export const CONTEXT: ToolContext = {
  workspace: '/w',
  sessionId: 's',
  runId: 'r',
  callId: 'c',
  signal: new AbortController().signal,
  scope: { id: 'scope', registerEffect: () => undefined },
};
