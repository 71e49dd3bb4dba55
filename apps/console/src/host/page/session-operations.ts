import { METHODS } from '../../protocol/methods.js';
import { HostError } from '../errors/host-error.js';
import type { SessionManager } from '../sessions/session-manager.js';
import type { SessionServices } from '../sessions/session-services.js';
import type { AuditedCommands } from './audited-commands.js';
import { operation } from './operation.js';
import type { Operations } from './operations.js';

type SessionMethod =
  | 'session.create'
  | 'session.close'
  | 'batch.preview'
  | 'batch.apply'
  | 'batch.cancel'
  | 'run.start'
  | 'run.continue'
  | 'run.cancel';

/** What can be asked of sessions, their batches and their runs. */
export function sessionOperations(
  sessions: SessionManager,
  { ledger, project }: Pick<SessionServices, 'ledger' | 'project'>,
  commands: AuditedCommands,
): Pick<Operations, SessionMethod> {
  return {
    'session.create': operation(METHODS['session.create'].params, ({ id }) =>
      commands.change({ command: 'session.create', target: id, reason: null }, async () => {
        sessions.create(id);
        await ledger.flush();
        return { id };
      }),
    ),
    'session.close': operation(METHODS['session.close'].params, ({ id, reason }) =>
      commands.change({ command: 'session.close', target: id, reason }, async () => {
        await sessions.close(id);
        return {};
      }),
    ),
    'batch.preview': operation(METHODS['batch.preview'].params, ({ session, ...content }, options) =>
      sessions.changeable(session).batches.preview(content, options),
    ),
    'batch.apply': operation(METHODS['batch.apply'].params, ({ session, reason, ...content }, { signal }) => {
      const hasBegun = nextBatch(sessions, session);
      return commands.change({ command: 'batch.apply', target: session, reason, hasBegun }, async () =>
        sessions.changeable(session).apply(content, { cause: 'Applied by the operator', reason, signal }),
      );
    }),
    'batch.cancel': operation(METHODS['batch.cancel'].params, ({ session, batch }) =>
      commands.steer({ command: 'batch.cancel', target: `${session} ${batch}`, reason: null }, async () => {
        sessions.get(session).batches.cancel(batch);
        return {};
      }),
    ),
    'run.start': operation(METHODS['run.start'].params, ({ session, rehearsal, prompt }) =>
      commands.change({ command: 'run.start', target: session, reason: null }, async () => {
        const found = project.rehearsals.find(({ name }) => name === rehearsal);
        if (found === undefined) {
          const message = `The project has no rehearsal ${JSON.stringify(rehearsal)}`;
          throw new HostError('unknown-rehearsal', message, { rehearsal });
        }
        return sessions.open(session).runs.start(session, found, prompt);
      }),
    ),
    'run.continue': operation(METHODS['run.continue'].params, ({ run, label }) =>
      commands.steer({ command: 'run.continue', target: run, reason: null }, async () => {
        sessions.ofRun(run).runs.continue(run, label);
        return {};
      }),
    ),
    'run.cancel': operation(METHODS['run.cancel'].params, ({ run }) =>
      commands.steer({ command: 'run.cancel', target: run, reason: null }, async () => {
        sessions.ofRun(run).runs.cancel(run);
        return {};
      }),
    ),
  };
}

/** Tells from now on whether a session has another batch than it has now. */
function nextBatch(sessions: SessionManager, session: string): () => boolean {
  const newest = (): string | undefined => sessions.find(session)?.book.batch?.id;
  const before = newest();
  return () => newest() !== before;
}
