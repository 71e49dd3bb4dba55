import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a session refused or could not finish something. */
export type SessionFault = { readonly sessionId: string } & (
  | { readonly code: 'session-busy' }
  | { readonly code: 'session-closed' }
  /** The cause is a `CapabilityRuntimeError`. */
  | { readonly code: 'capability'; readonly reason: string }
  | { readonly code: 'run-limit-reached'; readonly max: number }
  | { readonly code: 'run-id-taken'; readonly runId: string }
  | { readonly code: 'run-id-invalid'; readonly runId: string }
  /** The cause is an `AgentLoopError` or what the run threw. */
  | { readonly code: 'run-failed'; readonly runId: string; readonly reason: string }
  | { readonly code: 'run-cancelled'; readonly runId: string }
  | { readonly code: 'prompt-too-long'; readonly bytes: number; readonly max: number }
  | { readonly code: 'conversation-full'; readonly max: number }
  | { readonly code: 'tool-invalid'; readonly reason: string }
  | { readonly code: 'dynamic-tool-limit-reached'; readonly max: number }
  | { readonly code: 'skill-invalid'; readonly reason: string }
  | { readonly code: 'added-skill-limit-reached'; readonly max: number }
  | { readonly code: 'mcp-server-invalid'; readonly reason: string }
  | { readonly code: 'added-mcp-server-limit-reached'; readonly max: number }
  | { readonly code: 'hook-invalid'; readonly reason: string }
  | { readonly code: 'hook-limit-reached'; readonly max: number }
  | { readonly code: 'context-provider-invalid'; readonly reason: string }
  /** `agent` is its name, or its file. */
  | { readonly code: 'agent-invalid'; readonly agent: string; readonly reason: string }
  | { readonly code: 'agent-dir-unreadable'; readonly reason: string }
  | { readonly code: 'worker-agent-limit-reached'; readonly max: number }
  | { readonly code: 'command-invalid'; readonly reason: string }
  | { readonly code: 'registered-command-limit-reached'; readonly max: number }
);

/** What the conversation and registration calls of a session throw. */
export type SessionError = FamilyError<SessionFault>;
export const SessionError: ErrorFamily<SessionFault> = errorFamily('SessionError', describe);

function describe(fault: SessionFault): string {
  const session = `Session "${fault.sessionId}"`;
  switch (fault.code) {
    case 'session-busy':
      return `${session} is in a conversation; wait for it to end, cancel it, or spawn a run of its own.`;
    case 'session-closed':
      return `${session} is closed; build another one.`;
    case 'capability':
      return `${session} refused: ${fault.reason}`;
    case 'run-limit-reached':
      return `${session} has ${fault.max} runs at once, its limit; wait for one to end.`;
    case 'run-id-taken':
      return `${session} has a run "${fault.runId}" already; choose another id.`;
    case 'run-id-invalid':
      return `${JSON.stringify(fault.runId.slice(0, 80))} cannot name a run; use 1 to 128 of the characters a-z A-Z 0-9 . _ -.`;
    case 'run-failed':
      return `Run "${fault.runId}" failed: ${fault.reason}`;
    case 'run-cancelled':
      return `Run "${fault.runId}" was cancelled.`;
    case 'prompt-too-long':
      return `The prompt takes ${fault.bytes} bytes; at most ${fault.max} are accepted.`;
    case 'conversation-full':
      return `The conversation of session "${fault.sessionId}" holds ${fault.max} messages, its limit; /compact or /clear it.`;
    case 'tool-invalid':
      return `The tool was refused: ${fault.reason}`;
    case 'dynamic-tool-limit-reached':
      return `${session} has ${fault.max} dynamic tools, its limit; remove one first.`;
    case 'skill-invalid':
      return `The skill was refused: ${fault.reason}`;
    case 'added-skill-limit-reached':
      return `${session} has ${fault.max} added skills, its limit; remove one first.`;
    case 'mcp-server-invalid':
      return `The MCP server was refused: ${fault.reason}`;
    case 'added-mcp-server-limit-reached':
      return `${session} has ${fault.max} added MCP servers, its limit; remove one first.`;
    case 'hook-invalid':
      return `The hook was refused: ${fault.reason}`;
    case 'hook-limit-reached':
      return `${session} has ${fault.max} registered hooks, its limit; unregister one first.`;
    case 'context-provider-invalid':
      return `A context provider of session "${fault.sessionId}" was refused: ${fault.reason}`;
    case 'agent-invalid':
      return `The agent ${JSON.stringify(fault.agent)} was refused: ${fault.reason}; none was registered.`;
    case 'agent-dir-unreadable':
      return `The folder of agents was refused: ${fault.reason}; none was registered.`;
    case 'worker-agent-limit-reached':
      return `${session} may have ${fault.max} registered agents; none was registered.`;
    case 'command-invalid':
      return `The command was refused: ${fault.reason}`;
    case 'registered-command-limit-reached':
      return `${session} has ${fault.max} registered commands, its limit; remove one first.`;
  }
}
