// @ts-check

/**
 * @typedef {object} CoverageException
 * @property {string} files a path from the repository's root, with `*` and `**`
 * @property {string} reason
 */

/**
 * What is left out when lines are counted, each with its reason: it runs in the scenarios, or in a process of its own.
 * An exception that matches no file, or only files that are covered well enough without it, fails the check.
 *
 * @type {readonly CoverageException[]}
 */
export const coverageExceptions = Object.freeze([
  {
    files: 'apps/console/src/renderer/**/*.tsx',
    reason:
      'Components are driven in a real window by the scenarios in e2e. What they decide lies beside them in files without markup, which are counted.',
  },
  {
    files: 'apps/console/src/renderer/schema-setup.ts',
    reason:
      'The first import of the page: it sets up its libraries for the page policy, under which the scenarios run.',
  },
  {
    files: 'apps/console/src/renderer/connection/open-channel.ts',
    reason:
      'Picks the carrier of the page it runs in; the scenarios open the console in a window and over a socket.',
  },
  {
    files: 'apps/console/src/host/process.ts',
    reason: 'The entry of the host process, which tests start built, kill and start again.',
  },
  {
    files: 'apps/console/src/host/polyfills.ts',
    reason:
      'Fills what the oldest runtime lacks and Node 20 has: the built host is started under that runtime.',
  },
  {
    files: 'apps/console/src/server/main.ts',
    reason:
      'The entry of the served console, which tests start built, with good and bad options, and stop by signals.',
  },
  {
    files: 'packages/storage-kit/src/browser/*.ts',
    reason:
      'Needs the IndexedDB and the Web Locks of a real browser: the installed package is driven in Chromium in e2e/packages.',
  },
  {
    files: 'packages/storage-kit/src/journal/checkpoint-worker.ts',
    reason:
      'The entry of a thread of its own, which tests start compiled, and e2e/packages as it is installed.',
  },
]);
