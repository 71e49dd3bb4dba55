import { truncateUtf8, utf8Length } from '../identity/text-rules.js';
import type { ToolOutput } from '../kinds/tool-output.js';
import type { AgentAtWork } from '../loop/agent-at-work.js';
import type { AddedContext, ContextReport } from '../loop/context-report.js';
import { cutText } from '../loop/cut-text.js';
import type { DelegationObserver, TaskEnd, TaskStart } from '../loop/delegation-observer.js';
import type { HookReport } from '../loop/hook-report.js';
import type { LoopObserver, ToolCall } from '../loop/loop-observer.js';
import type { JsonValue } from '../model/json-value.js';
import type { TokenUsage } from '../model/token-usage.js';
import { EVENT_NAME_BYTES_MAX, EVENT_TEXT_BYTES_MAX, TEXT_FLUSH_BYTES, TEXT_FLUSH_MS } from './limits.js';
import type { RunLifeEvent } from './session-event.js';
import type { SessionState } from './session-state.js';

/** The agent that makes a call; nobody when the run itself makes it. */
type Caller = Partial<AgentAtWork>;

/** Tells what a run does, to the session's subscribers and to the run's own record. */
export class RunObserver implements LoopObserver, DelegationObserver {
  readonly #state: SessionState;
  readonly #runId: string;
  readonly #onText: ((text: string) => void) | null;
  #text = '';
  #ended = false;
  #undoTimer: (() => void) | null = null;

  constructor(state: SessionState, runId: string, onText: ((text: string) => void) | null) {
    this.#state = state;
    this.#runId = runId;
    this.#onText = onText;
  }

  turnStarted(turn: number): void {
    this.tell({ type: 'run-turn', runId: this.#runId, turn, phase: 'started' });
  }

  turnFinished(turn: number, { usage, text }: { readonly usage: TokenUsage; readonly text: string }): void {
    this.tell({ type: 'run-turn', runId: this.#runId, turn, phase: 'finished', usage, text: cut(text) });
  }

  /** Models stream a word at a time; told one by one, those would crowd everything else out of the history. */
  text(text: string): void {
    this.#onText?.(text);
    this.#text += text;
    if (utf8Length(this.#text) >= TEXT_FLUSH_BYTES) {
      this.flush();
    } else {
      this.#undoTimer ??= this.#state.clock.setTimer(TEXT_FLUSH_MS, () => this.flush());
    }
  }

  toolStarted(call: ToolCall, by: Caller = {}): void {
    this.tell({ ...this.#call(call), ...by, phase: 'started', arguments: cutJson(call.arguments) });
  }

  toolFinished(call: ToolCall, { success, content }: ToolOutput, durationMs: number, by: Caller = {}): void {
    this.tell({ ...this.#call(call), ...by, phase: 'finished', success, content: cut(content), durationMs });
  }

  taskStarted(task: TaskStart): void {
    this.tell({
      ...this.#task(task),
      phase: 'started',
      callId: nameOf(task.callId),
      prompt: cut(task.prompt),
    });
  }

  taskFinished(task: TaskStart, { text, ...end }: TaskEnd): void {
    this.tell({ ...this.#task(task), phase: 'finished', ...end, text: cut(text) });
  }

  /** What an agent says on its way is for its delegator; its calls are told like all others, with its name. */
  loopOf({ taskId, agent }: TaskStart): LoopObserver {
    const by = { taskId, agent };
    return {
      turnStarted: () => undefined,
      turnFinished: () => undefined,
      text: () => undefined,
      toolStarted: (call) => this.toolStarted(call, by),
      toolFinished: (call, output, durationMs) => this.toolFinished(call, output, durationMs, by),
      hookEnded: (report) => this.hookEnded(report),
      contextEnded: (report) => this.contextEnded(report),
      contextAdded: (added) => this.contextAdded(added),
    };
  }

  hookEnded(report: HookReport): void {
    this.tell({ type: 'run-hook', runId: this.#runId, ...report });
  }

  contextEnded(report: ContextReport): void {
    this.tell({ type: 'run-context', runId: this.#runId, ...report });
  }

  contextAdded(added: AddedContext): void {
    this.tell({ type: 'run-context-added', runId: this.#runId, ...added });
  }

  /** Both names are the model's invention, of any length. */
  #call({ callId, tool }: ToolCall) {
    return {
      type: 'run-tool-call',
      runId: this.#runId,
      callId: nameOf(callId),
      tool: nameOf(tool),
    } as const;
  }

  #task({ taskId, agent }: TaskStart) {
    return { type: 'run-task', runId: this.#runId, taskId, agent } as const;
  }

  tell(event: RunLifeEvent): void {
    this.flush();
    this.#write(event);
  }

  /** Tells at once the text that has gathered. */
  flush(): void {
    this.#undoTimer?.();
    this.#undoTimer = null;
    const text = this.#text;
    this.#text = '';
    if (text !== '') {
      this.#write({ type: 'run-text', runId: this.#runId, text: cut(text) });
    }
  }

  /** What an agent that was left behind does later is told to nobody: the run's record may be forgotten. */
  #write(event: RunLifeEvent): void {
    if (this.#ended) return;
    this.#ended = event.type === 'run-finished';
    this.#state.runs.append(this.#runId, event);
    this.#state.emit(event);
  }
}

function nameOf(text: string): string {
  return truncateUtf8(text, EVENT_NAME_BYTES_MAX);
}

function cut(text: string): string {
  return cutText(text, EVENT_TEXT_BYTES_MAX);
}

/** Arguments that are too long are told as the start of their JSON text. */
function cutJson(value: JsonValue): JsonValue {
  const json = JSON.stringify(value);
  const shown = cut(json);
  return shown === json ? value : shown;
}
