import { LinkedAbort } from '../lifecycle/abort.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { settle } from '../lifecycle/settle-within.js';
import { type Message, messageText, toolUses } from '../model/message.js';
import { addTokenUsage, NO_TOKEN_USAGE, type TokenUsage } from '../model/token-usage.js';
import type { ToolDefinition } from '../model/tool-definition.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { AgentLoopError } from './agent-loop-error.js';
import type { LoopEnvironment } from './loop-environment.js';
import { callModel } from './model-call.js';
import { prepareRun } from './run-preparation.js';
import { RunTally } from './run-tally.js';
import { toolDefinitions } from './tool-definitions.js';
import { runToolRound } from './tool-round.js';

/** A run, or what an agent does within one. */
export type LoopScope = CapabilityScope<'run' | 'subtask'>;

/** One run of the loop: model turns and tool calls until the model answers without calling a tool. */
export class AgentLoop {
  #environment: LoopEnvironment;
  readonly #run: LoopScope;
  readonly #definitions: readonly ToolDefinition[];
  #messages: Message[];
  readonly #tally: RunTally;

  /** @param tally - What is used is counted there. */
  constructor(
    environment: LoopEnvironment,
    run: LoopScope,
    messages: readonly Message[],
    tally = new RunTally(),
  ) {
    this.#environment = environment;
    this.#run = run;
    this.#definitions = toolDefinitions(environment.tools);
    this.#messages = [...messages];
    this.#tally = tally;
  }

  /** The conversation so far, the messages that it began with included. */
  get messages(): readonly Message[] {
    return [...this.#messages];
  }

  /** What was used so far, by agents too. */
  get usage(): TokenUsage {
    return this.#tally.usage;
  }

  get toolCallsCount(): number {
    return this.#tally.toolCallsCount;
  }

  /** Reports of the turns, and of the scopes of agents, whose closing failed in part. */
  get uncleanTurns(): readonly ScopeCloseReport[] {
    return this.#tally.uncleanScopes;
  }

  /**
   * Runs to the end. When the run is cancelled or its time is over, the model call and the tools in flight are
   * aborted, and this waits only until their turn is closed.
   *
   * @returns the model's last text
   * @throws {AgentLoopError} `cancelled`, `prompt-refused`, `context-failed`, `model-failed`, `model-call-timeout`,
   * `run-timeout` or `round-limit`
   */
  async run(): Promise<string> {
    return await this.#environment.hooks.tellingFailure(this.#run.signal, () => this.#withinTime());
  }

  async #withinTime(): Promise<string> {
    const { limits, clock } = this.#environment;
    using abort = new LinkedAbort([this.#run.signal]);
    let overtime = false;
    const undoTimer =
      limits.maxExecutionTimeMs === null
        ? (): void => undefined
        : clock.setTimer(limits.maxExecutionTimeMs, () => {
            overtime = true;
            abort.abort();
          });
    const ending = await settle(() => this.#turns(abort.signal));
    undoTimer();
    if (this.#run.signal.aborted) {
      throw new AgentLoopError({ code: 'cancelled' }, { cause: this.#run.signal.reason });
    }
    if (overtime) {
      throw new AgentLoopError({ code: 'run-timeout', timeoutMs: limits.maxExecutionTimeMs ?? 0 });
    }
    if (ending.outcome === 'fulfilled') {
      return ending.value;
    }
    throw ending.error;
  }

  async #turns(signal: AbortSignal): Promise<string> {
    const { messages, prompt, system } = await prepareRun(this.#environment, this.#messages, signal);
    this.#messages = [...messages];
    this.#environment = { ...this.#environment, system };
    const { maxToolRounds } = this.#environment.limits;
    for (let turn = 1; turn <= maxToolRounds + 1; turn += 1) {
      const text = await this.#turn(turn, signal);
      if (text !== null) {
        if (!signal.aborted) this.#succeeded(prompt, text);
        return text;
      }
    }
    throw new AgentLoopError({ code: 'round-limit', maxToolRounds });
  }

  #succeeded(prompt: string, text: string): void {
    const { hooks, context } = this.#environment;
    hooks.observe('post_response', { text, usage: { ...this.usage } });
    hooks.observe('on_success', { text, toolCalls: this.toolCallsCount });
    context?.turnComplete(prompt, text);
  }

  /** The final text, or `null` when tools were called and the model has to be asked again. */
  async #turn(turn: number, signal: AbortSignal): Promise<string | null> {
    const scope = this.#run.openTurn(`turn-${turn}`);
    try {
      return await this.#ask(turn, scope, signal);
    } finally {
      this.#tally.addClosed(scope.id, await scope.close());
    }
  }

  async #ask(turn: number, scope: CapabilityScope<'turn'>, signal: AbortSignal): Promise<string | null> {
    const { observer, limits, hooks } = this.#environment;
    observer.turnStarted(turn);
    const question = { messages: this.messages, tools: this.#definitions };
    hooks.observe('generate_start', { turn, messages: question.messages.length });
    const { message, usage } = await callModel(this.#environment, question, signal);
    this.#messages.push(message);
    this.#tally.addUsage(usage);
    const text = messageText(message);
    const calls = toolUses(message);
    hooks.observe('generate_end', {
      turn,
      text,
      toolCalls: calls.length,
      usage: { ...addTokenUsage(NO_TOKEN_USAGE, usage) },
    });
    if (calls.length > 0 && turn <= limits.maxToolRounds) {
      this.#tally.addToolCalls(calls.length);
      const content = await runToolRound(this.#environment, calls, scope, signal);
      this.#messages.push({ role: 'user', content });
    }
    if (!signal.aborted) {
      observer.turnFinished(turn, { usage, text });
    }
    return calls.length === 0 ? text : null;
  }
}
