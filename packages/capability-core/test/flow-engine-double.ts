import type { FlowCall, FlowEngine, FlowRunSnapshot, FlowSpec, JsonValue } from '../src/index.js';
import { Semaphore } from '../src/testing/index.js';

interface DoubleRun {
  readonly input: JsonValue;
  status: FlowRunSnapshot['status'];
  readonly history: JsonValue[];
}

/** An engine in memory whose runs end when they are driven; `held` keeps each drive waiting for a permit. */
export class FlowEngineDouble implements FlowEngine {
  /** Give a permit when a drive has begun, and when it has ended. */
  readonly driving = new Semaphore();
  readonly driven = new Semaphore();
  readonly calls: { readonly operation: string; readonly workflow: FlowSpec; readonly call: FlowCall }[] = [];
  readonly #runs = new Map<string, DoubleRun>();
  readonly #builds: readonly (string | null)[];
  readonly #hold: Semaphore | null;

  constructor({
    builds = [null],
    hold = null,
  }: { builds?: (string | null)[]; hold?: Semaphore | null } = {}) {
    this.#builds = builds;
    this.#hold = hold;
  }

  supportsRuntimeBuild(build: string | null): boolean {
    return this.#builds.includes(build);
  }

  async start(
    workflow: FlowSpec,
    { runId, input }: { readonly runId: string; readonly input: JsonValue },
    call: FlowCall,
  ): Promise<FlowRunSnapshot> {
    this.calls.push({ operation: 'start', workflow, call });
    this.#runs.set(runId, { input, status: 'running', history: [`started by ${workflow.revision}`] });
    return this.#snapshot(runId);
  }

  async drive(workflow: FlowSpec, runId: string, call: FlowCall): Promise<FlowRunSnapshot> {
    this.calls.push({ operation: 'drive', workflow, call });
    const run = this.#run(runId);
    this.driving.add();
    await this.#hold?.acquire();
    run.status = 'completed';
    run.history.push(`driven by ${workflow.revision}`);
    this.driven.add();
    return this.#snapshot(runId);
  }

  async snapshot(workflow: FlowSpec, runId: string, call: FlowCall): Promise<FlowRunSnapshot> {
    this.calls.push({ operation: 'snapshot', workflow, call });
    return this.#snapshot(runId);
  }

  async history(workflow: FlowSpec, runId: string, call: FlowCall): Promise<readonly JsonValue[]> {
    this.calls.push({ operation: 'history', workflow, call });
    return [...this.#run(runId).history];
  }

  async cancel(
    workflow: FlowSpec,
    { runId, reason }: { readonly runId: string; readonly reason: string | null },
    call: FlowCall,
  ): Promise<FlowRunSnapshot> {
    this.calls.push({ operation: 'cancel', workflow, call });
    const run = this.#run(runId);
    run.status = 'cancelled';
    run.history.push(`cancelled: ${reason}`);
    return this.#snapshot(runId);
  }

  #snapshot(runId: string): FlowRunSnapshot {
    const { status, input } = this.#run(runId);
    return { runId, status, state: { input } };
  }

  #run(runId: string): DoubleRun {
    const run = this.#runs.get(runId);
    if (run === undefined) throw new Error(`there is no run ${runId}`);
    return run;
  }
}
