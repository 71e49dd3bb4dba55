// @ts-check
import { parseArgs } from 'node:util';

/**
 * @typedef {object} StartOptions
 * @property {boolean} browser serve the page even where a window could be opened
 * @property {string | undefined} data the folder that holds what outlives a run
 * @property {string} port of the served page; 0 for any free one
 */

/** @returns {StartOptions} */
export function startOptions() {
  const { values } = parseArgs({
    options: {
      browser: { type: 'boolean', default: false },
      data: { type: 'string' },
      port: { type: 'string', default: '0' },
    },
  });
  return { browser: values.browser, data: values.data, port: values.port };
}
