import type { PackageVersion } from '../../protocol/capability-package.js';
import type { Generation } from '../../protocol/generation.js';
import type { Session } from '../../protocol/session.js';
import type { BatchPreset } from '../navigation/dialogs.js';

/** A session that can take what is in force now, and the batch that would bring it there. */
export interface NextSession {
  readonly session: string;
  /** What it has of the packages that changed: another version, or none of them. */
  readonly uses: readonly PackageVersion[];
  readonly preset: BatchPreset;
}

/**
 * Sessions that take a batch, those that use one of the changed packages first: their batch keeps what they have and
 * brings what was installed.
 */
export function nextSessions(
  sessions: readonly Session[],
  generations: readonly Generation[],
  packageGeneration: number,
  changed: readonly string[],
): readonly NextSession[] {
  const found = sessions
    .filter((session) => session.state === 'open' || session.state === 'needs-you')
    .map(({ id }): NextSession => {
      const current = generations.findLast((item) => item.session === id && item.state === 'current');
      const held = current?.packages ?? [];
      const packages = [...new Set([...held.map((item) => item.name), ...changed])];
      return {
        session: id,
        uses: held.filter((item) => changed.includes(item.name)),
        preset: { packageGeneration, packages },
      };
    });
  return found.sort((a, b) => Number(b.uses.length > 0) - Number(a.uses.length > 0));
}
