// @ts-check
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * @typedef {object} StartOptions
 * @property {boolean} browser serve the page even where a window could be opened
 * @property {string | undefined} data the folder that holds what outlives a run
 * @property {string} port of the served page; 0 for any free one
 */

const usage = `npm start -- [options]

  --browser        serve the console as a page even where a window could be opened
  --data <folder>  the folder that keeps its state
  --port <number>  the port of the served page; a free one by default
  --help           this text
`;

/**
 * @param {readonly string[]} words what stands after `npm start --`
 * @returns {StartOptions | undefined} undefined when only help was asked for, and given
 */
export function startOptions(words = process.argv.slice(2)) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      browser: { type: 'boolean', default: false },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
    },
  });
  const { browser, data, help, port } = values;
  if (help) {
    process.stdout.write(usage);
    return undefined;
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`--port ${port} is refused: name a number from 0 to 65535.\n\n${usage}`);
  }
  if (data !== undefined && statSync(data, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new Error(`--data ${data} is refused: it is no folder. Name a folder, or one that can be made.`);
  }
  return { browser, data, port };
}
