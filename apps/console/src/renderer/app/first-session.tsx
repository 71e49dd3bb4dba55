import { Navigate } from '@tanstack/react-router';
import { useConsole } from '../connection/console-context.js';
import { NoSession } from '../sessions/no-session.js';

/** Capabilities are those of a session; without a name it is the newest that is open. */
export function FirstSession() {
  const sessions = useConsole((state) => state.sessions);
  const first = sessions.findLast((session) => session.state !== 'closed') ?? sessions.at(-1);
  if (first !== undefined) {
    return <Navigate to="/capabilities/$session" params={{ session: first.id }} search replace />;
  }
  return (
    <div className="flex flex-col gap-3 p-5">
      <h1 className="text-title">Capabilities</h1>
      <NoSession />
    </div>
  );
}
