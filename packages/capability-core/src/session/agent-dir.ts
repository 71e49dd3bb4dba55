import { utf8Length } from '../identity/text-rules.js';
import type { AgentDefinition } from '../kinds/agent-definition.js';
import { LinkedAbort } from '../lifecycle/abort.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { boundedCall } from '../loop/bounded-call.js';
import { type AgentFile, isAgentFile, readAgentFile } from './agent-file.js';
import { AGENT_FILE_BYTES_MAX, AGENT_FILES_MAX, AGENT_FILES_TIMEOUT_MS } from './limits.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Reads the files of one folder; `agentFolder` of the registry entry does so in Node. */
export interface AgentFileReader {
  /** The files right in the folder; those that are neither `.md`, `.yaml` nor `.yml` are passed over. */
  read(options: { readonly signal: AbortSignal }): Promise<readonly AgentFile[]>;
}

/**
 * Reads the agents of a folder.
 *
 * @throws {SessionError} `agent-dir-unreadable` or `agent-invalid`
 */
export async function readAgentDir(
  state: SessionState,
  reader: AgentFileReader,
  signal: AbortSignal | undefined,
): Promise<readonly AgentDefinition[]> {
  const { id: sessionId, clock } = state;
  using abort = new LinkedAbort([state.abort.signal, signal]);
  const outcome = await boundedCall((inner) => reader.read({ signal: inner }), {
    signal: abort.signal,
    timeoutMs: AGENT_FILES_TIMEOUT_MS,
    clock,
  });
  if (outcome.type !== 'done') {
    const cause = outcome.type === 'failed' ? outcome.error : undefined;
    const reason = {
      failed: messageOf(cause),
      cancelled: 'the reading was cancelled',
      'timed-out': `it took over ${AGENT_FILES_TIMEOUT_MS} ms`,
    }[outcome.type];
    throw new SessionError({ code: 'agent-dir-unreadable', sessionId, reason }, { cause });
  }
  const flaw = filesFlaw(outcome.value);
  if (flaw !== null) {
    throw new SessionError({ code: 'agent-dir-unreadable', sessionId, reason: flaw });
  }
  const agents: AgentDefinition[] = [];
  for (const file of outcome.value.filter(({ path }) => isAgentFile(path))) {
    const checked = await readAgentFile(file);
    if (checked.type === 'flawed') {
      const { reason } = checked;
      throw new SessionError({ code: 'agent-invalid', sessionId, agent: file.path, reason });
    }
    agents.push(checked.agent);
  }
  return agents;
}

function filesFlaw(files: unknown): string | null {
  if (!Array.isArray(files) || !files.every(isFile)) {
    return 'what was read are no files with path and text';
  }
  if (files.length > AGENT_FILES_MAX) {
    return `there are ${files.length} files; at most ${AGENT_FILES_MAX} are read`;
  }
  const large = files.find(({ text }) => utf8Length(text) > AGENT_FILE_BYTES_MAX);
  return large === undefined ? null : `${large.path} takes over ${AGENT_FILE_BYTES_MAX} bytes`;
}

function isFile(file: Partial<AgentFile> | null | undefined): file is AgentFile {
  return typeof file?.path === 'string' && typeof file.text === 'string';
}
