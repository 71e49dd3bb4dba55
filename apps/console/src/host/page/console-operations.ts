import type { PackageFolder as ReadFolder } from '@changeover/capability-core/registry';
import type { Activity } from '../../protocol/activity.js';
import { METHODS } from '../../protocol/methods.js';
import { HostError } from '../errors/host-error.js';
import { reportOfError } from '../errors/report-of-error.js';
import { shownPackage } from '../packages/read-package.js';
import type { SessionManager } from '../sessions/session-manager.js';
import type { SessionServices } from '../sessions/session-services.js';
import { operation } from './operation.js';
import type { Operations } from './operations.js';

/** Everything that a page can ask of a host that works. What changes anything is in the audit log. */
export function consoleOperations(sessions: SessionManager, services: SessionServices): Operations {
  const { audit, ledger, printFailure, project, shelf } = services;

  const steering = <Result>(
    command: string,
    target: string,
    reason: Activity['reason'],
    run: () => Promise<Result>,
  ): Promise<Result> => audit.around({ actor: 'operator', command, target, reason }, run);

  /** What is to last is refused once the store fails; what only steers or ends something goes on. */
  const changing: typeof steering = (command, target, reason, run) =>
    steering(command, target, reason, () => {
      if (ledger.failure === null) return run();
      throw new HostError(
        'store-not-writable',
        'Nothing can be changed: a write to the store failed',
        {},
        { cause: ledger.failure },
      );
    });

  const readAll = (folders: readonly string[], signal: AbortSignal): Promise<readonly ReadFolder[]> =>
    Promise.all(folders.map((folder) => shelf.read(folder, { signal })));

  return {
    'host.ping': operation(METHODS['host.ping'].params, async () => ({})),
    'session.create': operation(METHODS['session.create'].params, ({ id }) =>
      changing('session.create', id, null, async () => {
        sessions.create(id);
        await ledger.flush();
        return { id };
      }),
    ),
    'session.close': operation(METHODS['session.close'].params, ({ id, reason }) =>
      changing('session.close', id, reason, async () => {
        await sessions.close(id);
        return {};
      }),
    ),
    'package.read': operation(METHODS['package.read'].params, async ({ folder }, { signal }) => {
      try {
        return shownPackage(await shelf.read(folder, { signal }));
      } catch (error) {
        if (!signal.aborted) printFailure('The folder is not used', reportOfError(error));
        throw error;
      }
    }),
    'batch.preview': operation(METHODS['batch.preview'].params, async ({ session, folders }, { signal }) => {
      const read = await readAll(folders, signal);
      return sessions.changeable(session).batches.preview(read);
    }),
    'batch.apply': operation(METHODS['batch.apply'].params, ({ session, folders, reason }, { signal }) =>
      changing('batch.apply', session, reason, async () => {
        const live = sessions.changeable(session);
        const read = await readAll(folders, signal);
        return live.apply(read, { cause: 'Applied by the operator', reason, signal });
      }),
    ),
    'batch.cancel': operation(METHODS['batch.cancel'].params, ({ session, batch }) =>
      steering('batch.cancel', `${session} ${batch}`, null, async () => {
        sessions.get(session).batches.cancel(batch);
        return {};
      }),
    ),
    'run.start': operation(METHODS['run.start'].params, ({ session, rehearsal, prompt }) =>
      changing('run.start', session, null, async () => {
        const found = project.rehearsals.find(({ name }) => name === rehearsal);
        if (found === undefined) {
          const message = `The project has no rehearsal ${JSON.stringify(rehearsal)}`;
          throw new HostError('unknown-rehearsal', message, { rehearsal });
        }
        return sessions.open(session).runs.start(session, found, prompt);
      }),
    ),
    'run.continue': operation(METHODS['run.continue'].params, ({ run, label }) =>
      steering('run.continue', run, null, async () => {
        sessions.ofRun(run).runs.continue(run, label);
        return {};
      }),
    ),
    'run.cancel': operation(METHODS['run.cancel'].params, ({ run }) =>
      steering('run.cancel', run, null, async () => {
        sessions.ofRun(run).runs.cancel(run);
        return {};
      }),
    ),
  };
}
