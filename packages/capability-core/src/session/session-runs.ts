import { utf8Length } from '../identity/text-rules.js';
import { LinkedAbort } from '../lifecycle/abort.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import { settle, settleWithin } from '../lifecycle/settle-within.js';
import { AgentLoop } from '../loop/agent-loop.js';
import { cutText } from '../loop/cut-text.js';
import { RunTally } from '../loop/run-tally.js';
import { parseSlashInput, type SlashInput } from '../loop/slash-input.js';
import { type Message, userMessage } from '../model/message.js';
import { admitRun } from './admission.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { CommandRun } from './command-run.js';
import {
  CONVERSATION_MESSAGES_MAX,
  EVENT_TEXT_BYTES_MAX,
  PROMPT_BYTES_MAX,
  RUN_ID_CHARACTERS_MAX,
} from './limits.js';
import { environmentOf } from './run-environment.js';
import { executeRun, type RunWork } from './run-execution.js';
import { RunObserver } from './run-observer.js';
import type { RunHandle, RunResult } from './run-result.js';
import type { RunSnapshot } from './run-snapshot.js';
import type { SessionCapabilityRun } from './session-capability-run.js';
import { SessionError } from './session-error.js';
import type { SessionHooks } from './session-hooks.js';
import type { SessionState } from './session-state.js';

/** How a run is started. */
export interface RunStart {
  readonly prompt: string;
  /** `conversation` runs share the session's history, one at a time; each `spawned` run has one of its own. */
  readonly kind: 'conversation' | 'spawned';
  readonly streaming: boolean;
  readonly runId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onText?: (text: string) => void;
}

interface LiveRun {
  readonly id: string;
  readonly kind: RunStart['kind'];
  readonly abort: LinkedAbort;
  ended: Promise<unknown>;
}

const RUN_ID = /^[a-zA-Z0-9._-]+$/u;

/** The runs of one session: starts them, knows which are live, cancels them. */
export class SessionRuns {
  readonly #state: SessionState;
  readonly #live = new Map<string, LiveRun>();
  readonly #hooks: SessionHooks;
  #history: readonly Message[] = [];

  constructor(state: SessionState, hooks: SessionHooks) {
    this.#state = state;
    this.#hooks = hooks;
  }

  /** Runs that have been asked for and are not closed yet. */
  get live(): number {
    return this.#live.size;
  }

  /** The live run of the conversation, else the newest live one. */
  current(): RunSnapshot | null {
    const runs = [...this.#live.values()].reverse();
    const run = runs.find(({ kind }) => kind === 'conversation') ?? runs[0];
    return run === undefined ? null : this.#state.runs.snapshot(run.id);
  }

  /**
   * Starts a run and waits until it is admitted.
   *
   * @throws {SessionError} `session-closed`, `session-busy`, `run-limit-reached`, `prompt-too-long`,
   * `conversation-full`, `run-id-invalid`, `run-id-taken`, `run-cancelled` or `capability`
   */
  async start(start: RunStart): Promise<RunHandle> {
    this.#assertStartable(start);
    this.#hooks.start();
    const { runs, ids } = this.#state;
    const id = start.runId ?? `run-${ids.next()}`;
    if (start.runId !== undefined) {
      runs.create(id, start.prompt);
    }
    const live: LiveRun = {
      id,
      kind: start.kind,
      abort: new LinkedAbort([start.signal]),
      ended: Promise.resolve(),
    };
    this.#live.set(id, live);
    const started = this.#admit(live, start).then((run) => ({ result: this.#execute(live, run, start) }));
    // Nobody has to look at a result: what came of a run is in its record too.
    live.ended = settle(async () => (await started).result);
    const { result } = await started;
    return { runId: id, result };
  }

  /** Cancels a live run. @returns whether there was one */
  cancel(id: string, reason: string): boolean {
    const live = this.#live.get(id);
    if (live === undefined) {
      return false;
    }
    live.abort.abort(new CapabilityRuntimeError({ code: 'cancelled' }, { cause: reason }));
    if (this.#state.runs.has(id)) {
      this.#state.runs.finish(id, { status: 'cancelled', error: { code: 'cancelled', message: reason } });
    }
    return true;
  }

  cancelAll(reason: string): void {
    for (const id of this.#live.keys()) {
      this.cancel(id, reason);
    }
  }

  /** Waits until no run is live, no longer than `timeoutMs`. @returns whether none is */
  async waitUntilIdle(timeoutMs: number): Promise<boolean> {
    const ended = [...this.#live.values()].map((run) => run.ended);
    await settleWithin(() => Promise.all(ended), { clock: this.#state.clock, timeoutMs });
    return this.#live.size === 0;
  }

  #assertStartable(start: RunStart): void {
    const { prompt, kind, runId } = start;
    const state = this.#state;
    const sessionId = state.id;
    if (state.closed) {
      throw new SessionError({ code: 'session-closed', sessionId });
    }
    const bytes = utf8Length(prompt);
    if (bytes > PROMPT_BYTES_MAX) {
      throw new SessionError({ code: 'prompt-too-long', sessionId, bytes, max: PROMPT_BYTES_MAX });
    }
    if (kind === 'conversation' && [...this.#live.values()].some((run) => run.kind === kind)) {
      throw new SessionError({ code: 'session-busy', sessionId });
    }
    const max = state.maxConcurrentRuns;
    if (this.#live.size >= max) {
      throw new SessionError({ code: 'run-limit-reached', sessionId, max });
    }
    // A command may be what makes room.
    const grows = kind === 'conversation' && commandOf(start) === null;
    if (grows && this.#history.length >= CONVERSATION_MESSAGES_MAX) {
      throw new SessionError({ code: 'conversation-full', sessionId, max: CONVERSATION_MESSAGES_MAX });
    }
    if (runId !== undefined && (!RUN_ID.test(runId) || runId.length > RUN_ID_CHARACTERS_MAX)) {
      throw new SessionError({ code: 'run-id-invalid', sessionId, runId });
    }
    if (runId !== undefined && (state.runs.has(runId) || this.#live.has(runId))) {
      throw new SessionError({ code: 'run-id-taken', sessionId, runId });
    }
  }

  async #admit(live: LiveRun, start: RunStart): Promise<SessionCapabilityRun> {
    const { id, abort } = live;
    let run: SessionCapabilityRun | null = null;
    try {
      run = await admitRun(this.#state, { id, signal: abort.signal });
      if (abort.signal.aborted) {
        throw new CapabilityRuntimeError({ code: 'cancelled' });
      }
      this.#record(run, start.prompt);
      return run;
    } catch (error) {
      await run?.[Symbol.asyncDispose]();
      throw this.#refuse(live, error);
    }
  }

  /** The record of an admitted run, with what it was given, is there before any of its events. */
  #record({ id, binding, stamp }: SessionCapabilityRun, prompt: string): void {
    const { runs } = this.#state;
    if (!runs.has(id)) {
      runs.create(id, prompt);
    }
    runs.bind(id, binding);
    runs.advance(id, 'executing');
    new RunObserver(this.#state, id, null).tell({
      type: 'run-admitted',
      runId: id,
      prompt: cutText(prompt, EVENT_TEXT_BYTES_MAX),
      generation: stamp.generation,
      binding: binding.toJSON(),
    });
  }

  /** A run that was reserved under its caller's id is recorded with the reason; any other leaves no trace. */
  #refuse({ id: runId, abort }: LiveRun, error: unknown): SessionError {
    const { id: sessionId, runs, closed } = this.#state;
    const cancelled = abort.signal.aborted || closed;
    abort[Symbol.dispose]();
    this.#live.delete(runId);
    if (runs.has(runId)) {
      runs.finish(runId, {
        status: cancelled ? 'cancelled' : 'failed',
        error: { code: codeOf(error), message: messageOf(error) },
      });
      runs.release(runId);
    }
    if (closed) {
      return new SessionError({ code: 'session-closed', sessionId }, { cause: error });
    }
    if (cancelled) {
      return new SessionError({ code: 'run-cancelled', sessionId, runId }, { cause: error });
    }
    return new SessionError({ code: 'capability', sessionId, reason: messageOf(error) }, { cause: error });
  }

  #workOf(
    run: SessionCapabilityRun,
    start: RunStart,
    { observer, observing }: { readonly observer: RunObserver; readonly observing: AbortSignal },
  ): RunWork {
    const { prompt, streaming } = start;
    const input = commandOf(start);
    if (input !== null) {
      return new CommandRun(this.#state, run, observer, {
        input,
        history: this.#history,
        streaming,
        observing,
      });
    }
    const before = start.kind === 'conversation' ? this.#history : [];
    const tally = new RunTally();
    const environment = environmentOf(this.#state, run, { streaming, observer, tally, observing });
    return new AgentLoop(environment, run.runScope, [...before, userMessage(prompt)], tally);
  }

  async #execute(live: LiveRun, run: SessionCapabilityRun, start: RunStart): Promise<RunResult> {
    try {
      const observer = new RunObserver(this.#state, run.id, start.onText ?? null);
      const result = await executeRun(this.#state, run, observer, (observing) =>
        this.#workOf(run, start, { observer, observing }),
      );
      if (start.kind === 'conversation') {
        this.#history = result.messages;
      }
      return result;
    } finally {
      this.#live.delete(live.id);
      this.#state.runs.release(live.id);
      live.abort[Symbol.dispose]();
      await run[Symbol.asyncDispose]();
    }
  }
}

/** Only the conversation takes commands: they are for the person who leads it. */
function commandOf({ kind, prompt }: RunStart): SlashInput | null {
  return kind === 'conversation' ? parseSlashInput(prompt) : null;
}
