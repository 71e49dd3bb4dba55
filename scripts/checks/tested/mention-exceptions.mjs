// @ts-check

/**
 * @typedef {object} MentionException
 * @property {string} folder of the package
 * @property {string} name the code or the limit
 * @property {string} reason why no test of the package mentions it
 * @property {string} [option] the option by which tests set the limit instead
 */

/**
 * Error codes and limits that tests need not mention. An exception that is not needed fails the check.
 *
 * @type {readonly MentionException[]}
 */
export const mentionExceptions = Object.freeze([
  {
    folder: 'apps/console',
    name: 'HEADERS_TIMEOUT_MS',
    reason:
      "Kept by Node's own server, which looks twice a minute and takes no other clock: a test would wait as long.",
  },
  {
    folder: 'apps/console',
    name: 'EXPORT_LINES_MAX',
    option: 'maxLines',
    reason: 'Fifty thousand lines take a test long; fewer are collected by the same way.',
  },
  {
    folder: 'apps/console',
    name: 'FILTER_REST_MS',
    reason:
      'How long typing rests before the host is asked: it changes when a list comes, and not what is in it.',
  },
  {
    folder: 'apps/console',
    name: 'HAND_MS',
    reason:
      "Tells a person's scrolling from a list's own, by the times of real events, which no page without a layout has.",
  },
  {
    folder: 'apps/console',
    name: 'AHEAD_ROWS',
    reason: 'How early the next page is asked for: with any number the same lines are shown in the end.',
  },
  {
    folder: 'apps/console',
    name: 'ANCHOR_REST_MS',
    reason:
      'How long scrolling rests before the address follows: whichever it is, it leads to the same address.',
  },
]);
