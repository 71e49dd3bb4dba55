import type { ToolOutput } from '../kinds/tool-output.js';
import type { JsonValue } from '../model/json-value.js';
import type { TokenUsage } from '../model/token-usage.js';
import type { AddedContext, ContextReport } from './context-report.js';
import type { HookReport } from './hook-report.js';

/** One tool call as the model asked for it. */
export interface ToolCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonValue;
}

/** Is told what a run does, as it does it; it must not throw. */
export interface LoopObserver {
  turnStarted(turn: number): void;
  turnFinished(turn: number, result: { readonly usage: TokenUsage; readonly text: string }): void;
  /** A piece of the model's text when streaming, else the whole text of a turn. */
  text(text: string): void;
  toolStarted(call: ToolCall): void;
  toolFinished(call: ToolCall, output: ToolOutput, durationMs: number): void;
  /** Tells how one hook ended at one event. */
  hookEnded(report: HookReport): void;
  /** Tells how one context provider ended. */
  contextEnded(report: ContextReport): void;
  /** Tells what of all context was put into the prompt. */
  contextAdded(added: AddedContext): void;
}
