import type { AgentSession } from '@changeover/capability-core';
import type { Run } from '../../protocol/run.js';
import { HostError } from '../errors/host-error.js';
import { reportOfError } from '../errors/report-of-error.js';
import type { Rehearsal } from '../project/project.js';
import { newRun } from '../projection/run-after.js';
import type { RehearsedClient } from '../rehearsals/rehearsed-client.js';
import type { RunBook } from './run-book.js';
import type { SessionServices } from './session-services.js';

/** Starts, continues and cancels the runs of one session. */
export class SessionRuns {
  readonly #agent: AgentSession;
  readonly #client: RehearsedClient;
  readonly #book: RunBook;
  readonly #services: SessionServices;

  constructor(agent: AgentSession, client: RehearsedClient, book: RunBook, services: SessionServices) {
    this.#agent = agent;
    this.#client = client;
    this.#book = book;
    this.#services = services;
  }

  /** Resolves when the run has been admitted and that is stored. */
  async start(
    session: string,
    rehearsal: Rehearsal,
    prompt: string,
  ): Promise<{ readonly run: string; readonly generation: number }> {
    const { clock, ids, ledger, runs } = this.#services;
    const id = `run-${ids.next()}`;
    runs.add();
    this.#book.begin(newRun({ id, session, prompt, rehearsal: rehearsal.name, admittedAt: clock.now() }));
    this.#client.assign(id, rehearsal.script);
    try {
      const { result } = await this.#agent.spawnRun(prompt, { runId: id });
      // How a run ends comes as an event; the promise has nothing to add.
      void result.catch(() => undefined).finally(() => this.#client.forget(id));
    } catch (error) {
      this.#client.forget(id);
      this.#book.change(id, (run) => refusedRun(run, error, clock.now()));
      throw error;
    }
    await ledger.flush();
    return {
      run: id,
      generation: this.#agent.runSnapshot(id)?.capabilityBinding?.codeCatalogGeneration ?? 0,
    };
  }

  continue(id: string, label: string): void {
    if (this.#client.release(id, label)) return;
    throw new HostError('not-waiting', `The run ${id} does not wait at ${JSON.stringify(label)} now`, {
      run: id,
      label,
    });
  }

  cancel(id: string): void {
    this.#agent.cancelRun(id, 'an operator cancelled the run');
  }

  /** Ends all that are live, since the console is closed and they cannot go on after it. */
  endAll(): void {
    for (const id of this.#book.live) {
      const { audit } = this.#services;
      audit.write({
        actor: 'host',
        command: 'run.cancel',
        target: id,
        outcome: 'done',
        durationMs: null,
        reason: null,
        detail: 'The console was closed while it was live',
      });
      this.#agent.cancelRun(id, 'the console was closed');
    }
  }
}

/** A run whose admission was refused. */
function refusedRun(run: Run, error: unknown, at: number): Run {
  return { ...run, status: 'failed', endedAt: at, error: reportOfError(error) };
}
