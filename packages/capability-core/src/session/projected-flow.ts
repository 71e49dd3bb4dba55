import type { FlowBinding } from '../kinds/flow-binding.js';
import type { FlowCall, FlowRunSnapshot, FlowSpec } from '../kinds/flow-engine.js';
import { flowInput, requireFlowRunId } from '../kinds/flow-run-request.js';
import { settledOrAborted } from '../lifecycle/abort.js';
import type { IdSource } from '../lifecycle/id-source.js';
import type { JsonValue } from '../model/json-value.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { type HandleParts, HostHandle } from './host-handle.js';
import { SessionError } from './session-error.js';

/** What a handle on a flow needs of its session. */
export interface FlowHandleSession {
  readonly id: string;
  readonly ids: IdSource;
}

/**
 * A published workflow in the hands of a host that runs it.
 *
 * Each operation rejects as soon as the handle is cancelled (`capability`, caused by `cancelled`), even if the engine
 * goes on; what it has written stays written. Only {@link cancel} ends a run. What an engine rejects with is passed on.
 */
export class ProjectedFlow extends HostHandle {
  readonly #session: FlowHandleSession;
  readonly #flow: FlowBinding;

  constructor(parts: HandleParts, flow: FlowBinding, session: FlowHandleSession) {
    super(parts);
    this.#flow = flow;
    this.#session = session;
  }

  get spec(): FlowSpec {
    return this.#flow.spec;
  }

  /**
   * Starts a run under a new id.
   *
   * @throws {FlowError} `invalid-input`
   * @throws {SessionError} `capability`
   */
  start(input: JsonValue): Promise<FlowRunSnapshot> {
    return this.startWithId(`flow-run-${this.#session.ids.next()}`, input);
  }

  /**
   * Starts a run under an id of one line and at most 256 bytes.
   *
   * @throws {FlowError} `invalid-run-id` or `invalid-input`
   * @throws {SessionError} `capability`
   */
  async startWithId(runId: string, input: JsonValue): Promise<FlowRunSnapshot> {
    requireFlowRunId(runId);
    const run = { runId, input: flowInput(input) };
    return await this.#call(({ engine, spec }, call) => engine.start(spec, run, call));
  }

  /** Takes a run on until it ends or waits for something from outside. Errors as of {@link snapshot}. */
  async drive(runId: string): Promise<FlowRunSnapshot> {
    requireFlowRunId(runId);
    return await this.#call(({ engine, spec }, call) => engine.drive(spec, runId, call));
  }

  /**
   * How a run stands.
   *
   * @throws {FlowError} `invalid-run-id`
   * @throws {SessionError} `capability`
   */
  async snapshot(runId: string): Promise<FlowRunSnapshot> {
    requireFlowRunId(runId);
    return await this.#call(({ engine, spec }, call) => engine.snapshot(spec, runId, call));
  }

  /** What has happened in a run, oldest first. Errors as of {@link snapshot}. */
  async history(runId: string): Promise<readonly JsonValue[]> {
    requireFlowRunId(runId);
    return await this.#call(({ engine, spec }, call) => engine.history(spec, runId, call));
  }

  /** Ends a run for good. Errors as of {@link snapshot}. */
  async cancel(runId: string, reason: string | null = null): Promise<FlowRunSnapshot> {
    requireFlowRunId(runId);
    return await this.#call(({ engine, spec }, call) => engine.cancel(spec, { runId, reason }, call));
  }

  async #call<T>(operation: (flow: FlowBinding, call: FlowCall) => Promise<T>): Promise<T> {
    const { signal } = this;
    if (signal.aborted) {
      throw this.#cancelled();
    }
    const work = (async () => operation(this.#flow, { signal }))();
    const result = await settledOrAborted(work, signal);
    if (result.aborted) {
      throw this.#cancelled();
    }
    return result.value;
  }

  #cancelled(): SessionError {
    const cause = new CapabilityRuntimeError({ code: 'cancelled' });
    return new SessionError(
      { code: 'capability', sessionId: this.#session.id, reason: cause.message },
      { cause },
    );
  }
}
