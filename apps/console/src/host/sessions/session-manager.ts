import type { Stamp } from '../../protocol/generation.js';
import type { Session } from '../../protocol/session.js';
import { HostError } from '../errors/host-error.js';
import { OPEN_SESSIONS_MAX, RESTORE_CONCURRENCY } from '../limits.js';
import { LiveSession, type StoredSession } from './live-session.js';
import type { SessionServices } from './session-services.js';

/** The sessions of a host that are not closed. */
export class SessionManager {
  readonly #services: SessionServices;
  readonly #emptyStamp: Stamp;
  readonly #live = new Map<string, LiveSession>();
  readonly #closedIds: Set<string>;
  readonly #stopping: AbortController;

  constructor(options: {
    readonly services: SessionServices;
    readonly stored: readonly StoredSession[];
    readonly closedIds: readonly string[];
    /** The stamp of a catalog before its first batch. */
    readonly emptyStamp: Stamp;
    /** Aborted when the sessions are let go. */
    readonly stopping: AbortController;
  }) {
    this.#services = options.services;
    this.#stopping = options.stopping;
    this.#emptyStamp = options.emptyStamp;
    this.#closedIds = new Set(options.closedIds);
    for (const stored of options.stored) {
      this.#live.set(stored.standing.session.id, new LiveSession(this.#services, stored));
    }
  }

  /** Aborts when the host stops: nothing may be begun any more. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Publishes the stamps of all sessions of an earlier life again, a few at a time. */
  async restore(): Promise<void> {
    const waiting = [...this.#live.values()];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await next.restore(this.stopping);
      }
    };
    await Promise.all(Array.from({ length: RESTORE_CONCURRENCY }, work));
  }

  /** @throws HostError `session-exists`, `too-many-sessions`, `stopping` */
  create(id: string): LiveSession {
    this.stopping.throwIfAborted();
    if (this.#live.has(id) || this.#closedIds.has(id)) {
      throw new HostError('session-exists', `There is, or was, a session ${id} already`, { session: id });
    }
    if (this.#live.size >= OPEN_SESSIONS_MAX) {
      throw new HostError('too-many-sessions', `${OPEN_SESSIONS_MAX} sessions are open, the limit`, {
        limit: OPEN_SESSIONS_MAX,
      });
    }
    const session: Session = {
      id,
      workspace: this.#services.workspace,
      state: 'open',
      problem: null,
      createdAt: this.#services.clock.now(),
      closedAt: null,
      stamp: this.#emptyStamp,
      pendingCleanups: 0,
      lastCleanup: null,
    };
    const nothing = { registryGeneration: null, binding: null, packages: [], folders: null };
    const live = new LiveSession(this.#services, {
      standing: { session, ...nothing },
      generations: [],
      undone: null,
    });
    live.book.change({});
    this.#live.set(id, live);
    return live;
  }

  /** Closes a session for good. @throws HostError `unknown-session`, `session-not-open`, `stopping` */
  async close(id: string): Promise<void> {
    this.stopping.throwIfAborted();
    const live = this.get(id);
    if (live.book.session.state === 'closing') throw notOpen(live.book.session);
    await live.close();
    this.#live.delete(id);
    this.#closedIds.add(id);
  }

  /** A session that is not closed, if there is one. */
  find(id: string): LiveSession | undefined {
    return this.#live.get(id);
  }

  /** A session that there is or was; null for a closed one. @throws HostError `unknown-session` */
  known(id: string): LiveSession | null {
    const live = this.#live.get(id);
    if (live !== undefined) return live;
    if (this.#closedIds.has(id)) return null;
    throw new HostError('unknown-session', `There is no session ${JSON.stringify(id)}`, { session: id });
  }

  /** A session that is not closed. @throws HostError `unknown-session`, `session-not-open` */
  get(id: string): LiveSession {
    const live = this.known(id);
    if (live !== null) return live;
    throw new HostError('session-not-open', `The session ${id} is closed`, { session: id, state: 'closed' });
  }

  /** A session to which a batch can be applied. @throws HostError */
  changeable(id: string): LiveSession {
    const live = this.get(id);
    const { state } = live.book.session;
    if (state === 'open' || state === 'needs-you') return live;
    throw notOpen(live.book.session);
  }

  /** A session that admits runs. @throws HostError */
  open(id: string): LiveSession {
    const live = this.changeable(id);
    const { state, problem } = live.book.session;
    if (state === 'open') return live;
    throw new HostError(
      'session-needs-you',
      `The session ${id} admits no run: ${problem?.message ?? 'it needs somebody'}`,
      { session: id, problem: problem?.code ?? null },
    );
  }

  /** The session of a live run. @throws HostError `unknown-run` */
  ofRun(run: string): LiveSession {
    const live = [...this.#live.values()].find(({ book }) => book.runs.get(run) !== undefined);
    if (live !== undefined) return live;
    throw new HostError('unknown-run', `There is no live run ${JSON.stringify(run)}`, { run });
  }

  /** Lets all sessions go; each goes on in the next host. */
  async stop(): Promise<void> {
    this.#stopping.abort(new HostError('stopping', 'The host is being stopped'));
    await Promise.allSettled([...this.#live.values()].map((live) => live.stop()));
  }
}

function notOpen({ id, state }: Session): HostError {
  return new HostError('session-not-open', `The session ${id} is ${state}`, { session: id, state });
}
