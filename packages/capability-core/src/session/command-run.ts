import type { Command, CommandAction, CommandOutput } from '../kinds/command.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { AgentLoop } from '../loop/agent-loop.js';
import { AgentLoopError } from '../loop/agent-loop-error.js';
import { findByName } from '../loop/bare-name.js';
import { callCommand } from '../loop/command-call.js';
import type { LoopEnvironment } from '../loop/loop-environment.js';
import type { LoopObserver } from '../loop/loop-observer.js';
import { resolveModel } from '../loop/model-resolver.js';
import type { ToolPermissions } from '../loop/permission-policy.js';
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

const SUMMARISE =
  'Summarise our conversation so far, so that it can go on from the summary alone: what I want, what was decided and ' +
  'why, what was done and came of it, what is open. Keep names, numbers and addresses exact. Call no tools.';

/** Some providers take no conversation with calls in it without the tools that were called; so these stay, unused. */
const NO_CALLS: ToolPermissions = { decide: () => 'deny' };

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
  #messages: readonly Message[];

  constructor(state: SessionState, run: SessionCapabilityRun, observer: RunObserver, start: CommandStart) {
    this.#state = state;
    this.#run = run;
    this.#observer = observer;
    this.#start = start;
    this.#messages = start.history;
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
    const { name } = this.#start.input;
    const commands = findByName(this.#run.registry.commands, name);
    const [command] = commands;
    if (command === undefined || commands.length > 1) return this.#tell(withoutCommand(name, commands));
    const { text, action } = await this.#execute(command);
    if (action?.type === 'prompt') return this.#ask(text);
    if (action !== undefined) await this.#act(command.name, action);
    return this.#tell(text);
  }

  #tell(text: string): string {
    if (text !== '') {
      this.#observer.text(text);
      this.#observer.flush();
    }
    return text;
  }

  #execute(command: Command): Promise<CommandOutput> {
    const { args } = this.#start.input;
    return callCommand({ command, args, context: this.#context() }, this.#run.runScope, this.#state.clock);
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

  async #ask(prompt: string): Promise<string> {
    const { history } = this.#start;
    if (history.length >= CONVERSATION_MESSAGES_MAX) {
      const { id: sessionId } = this.#state;
      throw new SessionError({ code: 'conversation-full', sessionId, max: CONVERSATION_MESSAGES_MAX });
    }
    const loop = this.#loop([...history, userMessage(prompt)], this.#environment());
    const text = await loop.run();
    this.#messages = loop.messages;
    return text;
  }

  #environment(): LoopEnvironment {
    const { streaming, observing } = this.#start;
    const [observer, tally] = [this.#observer, this.#tally];
    return environmentOf(this.#state, this.#run, { streaming, observer, tally, observing });
  }

  #loop(messages: readonly Message[], environment: LoopEnvironment): AgentLoop {
    return new AgentLoop(environment, this.#run.runScope, messages, this.#tally);
  }

  async #act(command: string, action: Exclude<CommandAction, { type: 'prompt' }>): Promise<void> {
    switch (action.type) {
      case 'clear-history':
        this.#messages = [];
        return;
      case 'compact':
        await this.#compact();
        return;
      case 'switch-model':
        await this.#switchModel(command, action.model);
        return;
    }
  }

  async #compact(): Promise<void> {
    const { history } = this.#start;
    if (history.length === 0) {
      return;
    }
    const question = userMessage(SUMMARISE);
    const summary = await this.#loop([...history, question], {
      ...this.#environment(),
      permissions: NO_CALLS,
      context: null,
      observer: withoutText(this.#observer),
    }).run();
    if (summary.trim() === '') {
      throw new AgentLoopError({
        code: 'model-failed',
        reason: 'The summary is empty; nothing was replaced.',
      });
    }
    this.#messages = [question, { role: 'assistant', content: [{ type: 'text', text: summary }] }];
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
  if (commands.length === 0) return `There is no command /${name}; /help lists those that there are.`;
  const names = commands.map((command) => `/${command.name}`).join(', ');
  return `${commands.length} commands are named /${name}: ${names}. Use the whole name of one.`;
}

/** What a summary says is not the run's answer. */
function withoutText(observer: LoopObserver): LoopObserver {
  return {
    turnStarted: (turn) => observer.turnStarted(turn),
    turnFinished: (turn, result) => observer.turnFinished(turn, result),
    text: () => undefined,
    toolStarted: (call) => observer.toolStarted(call),
    toolFinished: (call, output, durationMs) => observer.toolFinished(call, output, durationMs),
    hookEnded: (report) => observer.hookEnded(report),
    contextEnded: (report) => observer.contextEnded(report),
    contextAdded: (added) => observer.contextAdded(added),
  };
}
