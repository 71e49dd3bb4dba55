import type { SessionManager } from './sessions/session-manager.js';
import type { SessionServices } from './sessions/session-services.js';

/** The session that a console starts with. */
const FIRST_SESSION = 'demo';

/**
 * Makes a console that never had a session ready for its first cutover: a session whose generation 1 holds the project's
 * first package, so that applying the next one makes 2. A package that cannot be published is seen at the batch.
 */
export async function firstStart(sessions: SessionManager, services: SessionServices): Promise<void> {
  const { audit, project, shelf } = services;
  const [folder] = project.packages;
  if (folder === undefined) return;
  const { signal } = new AbortController();
  const command = { actor: 'host', command: 'batch.apply', target: FIRST_SESSION, reason: null } as const;
  await audit
    .around(command, async () => {
      const live = sessions.create(FIRST_SESSION);
      await live.apply([await shelf.read(folder, { signal })], {
        cause: 'First start',
        reason: null,
        signal,
      });
    })
    // The audit log and the batch tell of it, and the session is there to try again.
    .catch(() => undefined);
}
