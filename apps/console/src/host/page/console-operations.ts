import { METHODS } from '../../protocol/methods.js';
import type { PackageDesk } from '../packages/package-desk.js';
import type { SessionManager } from '../sessions/session-manager.js';
import type { SessionServices } from '../sessions/session-services.js';
import { AuditedCommands } from './audited-commands.js';
import { operation } from './operation.js';
import type { Operations } from './operations.js';
import { packageOperations } from './package-operations.js';
import { type ReadingParts, readingOperations } from './reading-operations.js';
import { sessionOperations } from './session-operations.js';

/** Everything that a page can ask of a host that works. What changes anything is in the audit log. */
export function consoleOperations(
  sessions: SessionManager,
  desk: PackageDesk,
  reading: ReadingParts,
  services: SessionServices,
): Operations {
  const commands = new AuditedCommands(services.audit, services.ledger);
  return {
    'host.ping': operation(METHODS['host.ping'].params, async () => ({})),
    ...sessionOperations(sessions, services, commands),
    ...packageOperations(desk, commands, services),
    ...readingOperations(reading),
  };
}
