import { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { NamingTool } from './naming-tool.js';

/** Work that is handed to an agent. */
export interface DelegatedTask {
  readonly agent: string;
  readonly prompt: string;
}

/** Where work is handed out. */
export interface DelegationPlace {
  readonly turn: CapabilityScope<'turn'>;
  readonly callId: string;
  /** Aborts when the delegating run does not wait any longer. */
  readonly signal: AbortSignal;
}

/** Lets an agent work; resolves to its last text, or to why there is none. Never rejects. */
export type Delegate = (task: DelegatedTask, place: DelegationPlace) => Promise<ToolOutput>;

/** One call of a tool that hands work out. */
export interface DelegatingCall {
  readonly signal: AbortSignal;
  /** Agents that may work side by side. */
  readonly width: number;
  readonly run: (task: DelegatedTask) => Promise<ToolOutput>;
}

/** A tool that hands work to agents. Only the loop of a run can let them work, within what the run itself may do. */
export abstract class DelegatingTool extends NamingTool {
  abstract delegate(args: JsonObject, call: DelegatingCall): Promise<ToolOutput>;

  async execute(): Promise<ToolOutput> {
    const message = `${this.name} works only in a run that may delegate.`;
    return ToolOutput.failure(message, { type: 'unsupported', message });
  }
}
