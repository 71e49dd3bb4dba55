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
export const mentionExceptions = Object.freeze([]);
