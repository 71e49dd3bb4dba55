import { systemIds } from '../lifecycle/id-source.js';
import type { LlmClient } from '../model/llm-client.js';
import { AgentSession } from './agent-session.js';
import type { SessionOptions, SessionSettings } from './session-options.js';
import { SessionState } from './session-state.js';

/**
 * What the sessions of one kind of agent have in common.
 *
 * @example
 * const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });
 * const session = agent.buildSession('/work/project', client, { sessionId: 'demo' });
 * const { text } = await session.send('What is in this folder?');
 * await session.close();
 */
export class Agent {
  readonly #config: SessionSettings;

  private constructor(config: SessionSettings) {
    this.#config = config;
  }

  /** An agent with settings that each of its sessions may override. */
  static fromConfig(config: SessionSettings = {}): Agent {
    return new Agent({ ...config });
  }

  /**
   * Opens a session at generation 0, with no capabilities.
   *
   * @param workspace - The folder that tools work in; handed to them as it is.
   * @throws {CapabilityScopeError} `invalid-execution-limit` when a limit is not a whole number of at least 1
   * @throws {SessionError} `context-provider-invalid`
   * @throws {RangeError} when a setting is outside its bounds
   */
  buildSession(workspace: string, client: LlmClient, options: SessionOptions = {}): AgentSession {
    const { sessionId, ...settings } = options;
    const merged = { ...this.#config, ...settings, limits: { ...this.#config.limits, ...settings.limits } };
    const id = sessionId ?? `session-${(merged.ids ?? systemIds).next()}`;
    return new AgentSession(new SessionState(id, workspace, client, merged));
  }
}
