// @ts-check
import { spawn } from 'node:child_process';
import { limits } from '../limits.mjs';

/**
 * Every child of a command is started here, in a process group of its own, so that one place can end them all
 * with what they started themselves.
 *
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment; `undefined` removes a name
 * @property {number} timeoutMs after which the whole process group is ended
 * @property {'show' | 'keep'} [output] `show` passes the output on; `keep` (default) returns it
 *
 * @typedef {object} RunResult
 * @property {number} code exit code; 124 after a time-out, 127 when the program could not be started
 * @property {string} stdout
 * @property {string} output both streams as they came
 * @property {number} elapsedMs
 */

/**
 * Who hears the polite signal: the whole group, as at a terminal, or the leader alone, who ends the rest in order.
 *
 * @typedef {'group' | 'leader'} Audience
 */

/** @type {Map<import('node:child_process').ChildProcess, Audience>} */
const live = new Map();

/**
 * Starts a program that goes on in the background.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions, audience?: Audience }} [options]
 */
export function launch(command, args, options = {}) {
  const child = spawn(command, [...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: options.stdio ?? ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  live.set(child, options.audience ?? 'group');
  child.once('exit', () => live.delete(child));
  child.once('error', () => live.delete(child));
  return child;
}

/**
 * Runs a program to its end. A program that fails, or cannot be started, is a result and not an exception.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} options
 * @returns {Promise<RunResult>}
 */
export async function run(command, args, options) {
  const startedAt = performance.now();
  const shown = options.output === 'show';
  const child = launch(command, args, {
    ...options,
    // What is kept is shown somewhere else, if at all.
    env: shown ? (options.env ?? {}) : { NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
    stdio: shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let output = '';
  const keep = (/** @type {string} */ text, /** @type {Buffer} */ chunk) =>
    (text + chunk.toString()).slice(-limits.outputBytes);
  child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
    stdout = keep(stdout, chunk);
    output = keep(output, chunk);
  });
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
    output = keep(output, chunk);
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    void end(child);
  }, options.timeoutMs);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += `${command} could not be started: ${error.message}\n`;
      resolve(127);
    });
    child.once('close', (exitCode, signal) => resolve(exitCode ?? (signal === null ? 1 : 128)));
  });
  clearTimeout(timer);
  if (timedOut) output += `\n${command} was ended: it took longer than ${options.timeoutMs / 1000} s\n`;
  return { code: timedOut ? 124 : code, stdout, output, elapsedMs: performance.now() - startedAt };
}

/**
 * Runs a program that must succeed.
 *
 * @param {string} what the step in words, for the message
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} options
 * @returns {Promise<RunResult>}
 */
export async function runOrThrow(what, command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== 0) {
    throw new Error(
      `${what} failed: \`${[command, ...args].join(' ')}\` ended with code ${result.code}\n${result.output}`,
    );
  }
  return result;
}

/**
 * Ends one child and its process group: politely, then by force.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
export async function end(child, signal = 'SIGTERM') {
  const { pid } = child;
  if (pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (live.get(child) === 'leader') child.kill(signal);
    else signalGroup(pid, signal);
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), limits.endGraceMs);
    await ended;
    clearTimeout(timer);
  }
  // What the leader left behind.
  signalGroup(pid, 'SIGKILL');
}

/** Ends every child that still runs. */
export async function endAll() {
  await Promise.all([...live.keys()].map((child) => end(child)));
}

/** Ends every child at once, without asking. */
export function killAll() {
  for (const { pid } of live.keys()) if (pid !== undefined) signalGroup(pid, 'SIGKILL');
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group is gone already: what was asked for has happened.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
