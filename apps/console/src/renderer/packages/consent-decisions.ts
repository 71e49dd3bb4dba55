import type { Activity } from '../../protocol/activity.js';
import type { ServerConsent } from '../../protocol/capability-package.js';
import { FILTER_MAX_LENGTH } from '../../protocol/limits.js';
import type { MethodParams } from '../../protocol/methods.js';
import { DECISIONS_READ_MAX } from './limits.js';

/** One decision about a server, as the audit log tells it. */
export interface Decision {
  readonly sequence: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Version of the package that it was about. */
  readonly version: string;
  readonly decision: 'allowed' | 'refused';
  readonly reason: string | null;
}

const COMMAND = 'package.decide';

/** What the audit log is asked for, again after each decision. */
export function decisionsAbout(consent: ServerConsent): {
  readonly key: string;
  readonly params: MethodParams<'activity.read'>;
} {
  const text = `${COMMAND} ${consent.server} of ${consent.package.name}`.slice(0, FILTER_MAX_LENGTH);
  return {
    key: `${text} ${consent.package.digest} ${consent.decidedAt}`,
    params: {
      filter: { text, actor: null, outcome: 'done' },
      before: null,
      limit: DECISIONS_READ_MAX,
    },
  };
}

/** Of lines that only have the words in them, those that are about this server of this package; newest first. */
export function decisionLines(lines: readonly Activity[], consent: ServerConsent): readonly Decision[] {
  const subject = `${consent.server} of ${consent.package.name} `;
  return lines.flatMap(({ sequence, at, command, target, detail, reason }): Decision[] => {
    const isDecision = detail === 'allowed' || detail === 'refused';
    if (command !== COMMAND || !target.startsWith(subject) || !isDecision) return [];
    return [{ sequence, at, version: target.slice(subject.length), decision: detail, reason }];
  });
}
