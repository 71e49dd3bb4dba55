import type { JsonValue } from '../model/json-value.js';

/** Which workflow an engine runs. */
export interface FlowSpec {
  /** The public name of the capability. */
  readonly name: string;
  /** Which edition of the workflow it is; opaque. */
  readonly revision: string;
  /** The build of the runtime that it was made for; `null` for any. */
  readonly runtimeBuild: string | null;
}

/** How a workflow run stands. `waiting`: nothing goes on until something from outside comes. */
export type FlowRunStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** A workflow run at one moment. */
export interface FlowRunSnapshot {
  readonly runId: string;
  readonly status: FlowRunStatus;
  /** What it has come to, in the engine's own form. */
  readonly state: JsonValue;
}

/** What every operation of an engine is told. */
export interface FlowCall {
  /** Aborts when nobody waits for the operation any more. Durable history stays as it is; only `cancel` ends a run. */
  readonly signal: AbortSignal;
}

/**
 * Runs workflows durably. One engine may serve several workflows, so each operation names the one that it is about.
 * An operation on a run that the engine does not know rejects.
 */
export interface FlowEngine {
  /** Whether workflows made for this build of the runtime can be run; `null` asks for those that name none. */
  supportsRuntimeBuild(build: string | null): boolean;

  /** Starts a run under an id of the caller's. Starting it again with the same input gives the run that there is. */
  start(
    workflow: FlowSpec,
    run: { readonly runId: string; readonly input: JsonValue },
    call: FlowCall,
  ): Promise<FlowRunSnapshot>;

  /** Takes a run on until it ends or waits for something from outside. */
  drive(workflow: FlowSpec, runId: string, call: FlowCall): Promise<FlowRunSnapshot>;

  snapshot(workflow: FlowSpec, runId: string, call: FlowCall): Promise<FlowRunSnapshot>;

  /** What has happened in a run, oldest first, in the engine's own form. */
  history(workflow: FlowSpec, runId: string, call: FlowCall): Promise<readonly JsonValue[]>;

  /** Ends a run for good. */
  cancel(
    workflow: FlowSpec,
    run: { readonly runId: string; readonly reason: string | null },
    call: FlowCall,
  ): Promise<FlowRunSnapshot>;
}
