/**
 * What a page's end says on its own behalf, between the page's messages: how many messages it has handled in all.
 * Neither page nor host sees it.
 */
export interface ProgressFrame {
  readonly type: 'progress';
  readonly handled: number;
}

/** The count of a progress frame; null when `message` is something else. */
export function handledOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null) return null;
  if (!('type' in message) || message.type !== 'progress') return null;
  return 'handled' in message && typeof message.handled === 'number' ? message.handled : null;
}
