import type { SessionManager } from './sessions/session-manager.js';
import type { SessionServices } from './sessions/session-services.js';
import type { SessionStanding } from './sessions/session-standing.js';

/** The session that a console starts with. */
const FIRST_SESSION = 'demo';

/**
 * Makes a console ready for its first cutover: a session whose generation 1 holds the project's first package, so that
 * applying the next one makes 2. It begins again where a host was ended before it came so far, and does nothing where an
 * operator has made or closed a session. A package that cannot be published is seen at the batch.
 */
export async function firstStart(
  sessions: SessionManager,
  services: SessionServices,
  earlier: readonly SessionStanding[],
): Promise<void> {
  const { audit, project, shelf } = services;
  const [folder] = project.packages;
  const signal = sessions.stopping;
  if (folder === undefined || signal.aborted || !earlier.every(isUnfinished)) return;
  const command = { actor: 'host', command: 'batch.apply', target: FIRST_SESSION, reason: null } as const;
  await audit
    .around(command, async () => {
      const live = earlier.length === 0 ? sessions.create(FIRST_SESSION) : sessions.get(FIRST_SESSION);
      await live.apply([await shelf.read(folder, { signal })], {
        cause: 'First start',
        reason: null,
        signal,
      });
    })
    // The audit log and the batch tell of it, and the session is there to try again.
    .catch(() => undefined);
}

/** The first session as a host leaves it that was ended before its first generation was stored. */
function isUnfinished({ session: { id, state, stamp } }: SessionStanding): boolean {
  return id === FIRST_SESSION && state !== 'closed' && stamp.generation === 0;
}
