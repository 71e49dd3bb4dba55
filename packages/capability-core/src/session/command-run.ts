import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { type Command, type CommandAction, CommandOutput } from '../kinds/command.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { AgentLoop } from '../loop/agent-loop.js';
import { AgentLoopError } from '../loop/agent-loop-error.js';
import { findByName } from '../loop/bare-name.js';
import { callCommand } from '../loop/command-call.js';
import { compacted } from '../loop/compaction.js';
import type { LoopEnvironment } from '../loop/loop-environment.js';
import { resolveModel } from '../loop/model-resolver.js';
import { oneLine } from '../loop/one-line.js';
import { RunTally } from '../loop/run-tally.js';
import type { SlashInput } from '../loop/slash-input.js';
import { type Message, userMessage } from '../model/message.js';
import type { TokenUsage } from '../model/token-usage.js';
import { CONVERSATION_MESSAGES_MAX } from './limits.js';
import { environmentOf } from './run-environment.js';
import type { RunWork } from './run-execution.js';
import type { RunObserver } from './run-observer.js';
import type { SessionCapabilityRun } from './session-capability-run.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** What a command run begins with. */
export interface CommandStart {
  readonly input: SlashInput;
  /** The session's conversation; of a command, only what it asks the model becomes a part of it. */
  readonly history: readonly Message[];
  readonly streaming: boolean;
  /** Aborts when nothing may observe the run any more. */
  readonly observing: AbortSignal;
}

/** A run that executes one command of its generation, which may ask the model. */
export class CommandRun implements RunWork {
  readonly #state: SessionState;
  readonly #run: SessionCapabilityRun;
  readonly #observer: RunObserver;
  readonly #start: CommandStart;
  readonly #tally = new RunTally();
  readonly #environment: LoopEnvironment;
  #messages: readonly Message[];

  constructor(state: SessionState, run: SessionCapabilityRun, observer: RunObserver, start: CommandStart) {
    this.#state = state;
    this.#run = run;
    this.#observer = observer;
    this.#start = start;
    this.#messages = start.history;
    const { streaming, observing } = start;
    this.#environment = environmentOf(state, run, { streaming, observer, tally: this.#tally, observing });
  }

  /** The conversation as the command leaves it. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  get usage(): TokenUsage {
    return this.#tally.usage;
  }

  get toolCallsCount(): number {
    return this.#tally.toolCallsCount;
  }

  get uncleanTurns(): readonly ScopeCloseReport[] {
    return this.#tally.uncleanScopes;
  }

  /**
   * @throws {AgentLoopError} `command-failed`, `command-timeout`, `cancelled`, and what a loop of the model ends with
   * @throws {SessionError} `conversation-full` where the command would ask the model
   */
  async run(): Promise<string> {
    const { text, action } = await this.#environment.hooks.tellingFailure(this.#run.signal, () =>
      this.#execute(),
    );
    if (action?.type === 'prompt') return this.#ask(text);
    if (text !== '') {
      this.#observer.text(text);
      this.#observer.flush();
    }
    return text;
  }

  async #execute(): Promise<CommandOutput> {
    const { name, args } = this.#start.input;
    const { registry, runScope } = this.#run;
    const commands = findByName(registry.commands, name);
    const [command] = commands;
    if (command === undefined || commands.length > 1) {
      return CommandOutput.text(withoutCommand(name, commands));
    }
    const output = await callCommand(
      { command, args, context: this.#context() },
      runScope,
      this.#state.clock,
    );
    if (output.action !== undefined) {
      await this.#act(command.name, output.action);
    }
    return output;
  }

  #context() {
    const { id: sessionId, workspace, model, usage } = this.#state;
    const { tools, mcp } = this.#run.registry;
    return {
      sessionId,
      workspace,
      runId: this.#run.id,
      model: model.name,
      historyLength: this.#start.history.length,
      usage: Object.freeze({ ...usage }),
      toolNames: Object.freeze([...tools.keys()].sort()),
      mcpServers: Object.freeze(
        [...mcp.values()].map(({ serverName, tools: { length } }) =>
          Object.freeze({ name: serverName, tools: length }),
        ),
      ),
    };
  }

  /** The loop tells hooks of its failures itself. */
  async #ask(prompt: string): Promise<string> {
    const messages = [...this.#start.history, userMessage(prompt)];
    const loop = new AgentLoop(this.#environment, this.#run.runScope, messages, this.#tally);
    const text = await loop.run();
    this.#messages = loop.messages;
    return text;
  }

  #assertRoom(): void {
    if (this.#start.history.length < CONVERSATION_MESSAGES_MAX) return;
    const { id: sessionId } = this.#state;
    throw new SessionError({ code: 'conversation-full', sessionId, max: CONVERSATION_MESSAGES_MAX });
  }

  async #act(command: string, action: CommandAction): Promise<void> {
    switch (action.type) {
      case 'prompt':
        this.#assertRoom();
        return;
      case 'clear-history':
        this.#messages = [];
        return;
      case 'compact':
        this.#messages = await compacted(this.#environment, this.#run.runScope, {
          command,
          history: this.#start.history,
          tally: this.#tally,
        });
        return;
      case 'switch-model':
        await this.#switchModel(command, action.model);
        return;
    }
  }

  async #switchModel(command: string, model: string): Promise<void> {
    const { settings, clock } = this.#state;
    if (settings.resolveModel === undefined) {
      const reason = 'This session has one model only; its host offers no others.';
      throw new AgentLoopError({ code: 'command-failed', command, reason });
    }
    const { signal } = this.#run.runScope;
    this.#state.model.use(await resolveModel(settings.resolveModel, { model }, { signal, clock }), model);
  }
}

function withoutCommand(name: string, commands: readonly Command[]): string {
  const written = oneLine(name, MAX_PUBLIC_NAME_BYTES);
  if (commands.length === 0) return `There is no command /${written}; /help lists those that there are.`;
  const names = commands.map((command) => `/${command.name}`).join(', ');
  return `${commands.length} commands are named /${written}: ${names}. Use the whole name of one.`;
}
