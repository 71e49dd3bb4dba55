import type { ErrorReport } from './error-report.js';

/** A cause as it is shown; `text` is empty where what is above it has said the same already. */
export interface ShownCause {
  readonly code: string | null;
  readonly text: string;
}

/** The causes of an error without what they repeat: many messages end with the message of their cause. */
export function shownCauses({ message, causes }: ErrorReport): readonly ShownCause[] {
  let above = message;
  const shown: ShownCause[] = [];
  for (const cause of causes) {
    const isRepeated = above.includes(cause.message);
    if (!isRepeated) above += cause.message;
    if (!isRepeated || cause.code !== null) {
      shown.push({ code: cause.code, text: isRepeated ? '' : cause.message });
    }
  }
  return shown;
}

/** The codes of a whole chain, from what a caller was told down to the first cause. */
export function codeChain({ code, causes, within = [] }: ErrorReport): readonly string[] {
  return [...within, { code }, ...causes].flatMap((each) => (each.code === null ? [] : [each.code]));
}
