import type { SessionManager } from './sessions/session-manager.js';
import type { SessionServices } from './sessions/session-services.js';
import type { SessionStanding } from './sessions/session-standing.js';

/** The session that a console with a project starts with. */
const FIRST_SESSION = 'demo';

/**
 * Makes a console ready for its first steps: an empty session, in which the project's packages can be put into use once
 * they are installed. Nothing is installed and nothing is started. It does nothing where there was a session before.
 */
export async function firstStart(
  sessions: SessionManager,
  { audit, project }: SessionServices,
  earlier: readonly SessionStanding[],
): Promise<void> {
  if (project.packages.length === 0 || earlier.length > 0 || sessions.stopping.aborted) return;
  const command = {
    actor: 'host',
    command: 'session.create',
    target: FIRST_SESSION,
    reason: 'First start',
  } as const;
  await audit.around(command, async () => {
    sessions.create(FIRST_SESSION);
  });
}
