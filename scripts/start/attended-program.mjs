// @ts-check
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { launch } from '../process/child-processes.mjs';

/** As many of a program's last lines as its end is judged by. */
const lastWordsMax = 200;

/** Chromium's remarks on the machine, as a system bus that is not there; they are no news of the console. */
const chromiumRemark = /^\[\d+:\d+\/[\d.]+:(?:INFO|WARNING|ERROR):/;

/** It could not say so itself. */
const killed = 'The console was killed. What it had stored is there again at the next start.\n';

/**
 * Runs a program in the foreground: what it prints is passed on as it comes.
 *
 * @param {readonly string[]} words the command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, wasReady: boolean, lastWords: string }>}
 */
export function attend(words, env) {
  const [command = '', ...args] = words;
  const child = launch(command, args, { env, audience: 'leader' });
  let wasReady = false;
  /** @type {string[]} */
  const lastWords = [];
  const pass = (
    /** @type {import('node:stream').Readable | null} */ from,
    /** @type {NodeJS.WriteStream} */ to,
  ) => {
    if (from === null) return;
    createInterface({ input: from }).on('line', (line) => {
      lastWords.push(line);
      if (lastWords.length > lastWordsMax) lastWords.shift();
      wasReady ||= line.startsWith('Console ready');
      if (!chromiumRemark.test(line)) to.write(`${line}\n`);
    });
  };
  pass(child.stdout, process.stdout);
  pass(child.stderr, process.stderr);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (wasKilled(code, signal)) process.stderr.write(killed);
      resolve({ code: code ?? 1, wasReady, lastWords: lastWords.join('\n') });
    });
  });
}

/**
 * Whoever changes the user for a program ends with the number of its signal as a code.
 *
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function wasKilled(code, signal) {
  return signal === 'SIGKILL' || code === 128 + constants.signals.SIGKILL;
}
