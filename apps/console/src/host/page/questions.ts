import type { Method } from '../../protocol/methods.js';

/** Methods that change nothing: without a page that waits for the answer there is no use in going on. */
export const QUESTIONS: ReadonlySet<string> = new Set<Method>([
  'host.ping',
  'package.receipt',
  'package.plan',
  'package.verify',
  'batch.preview',
  'catalog.read',
  'catalog.diff',
  'transcript.read',
  'activity.read',
]);
