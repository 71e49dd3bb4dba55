// @ts-check
import { limits } from '../limits.mjs';
import { endAll, killAll } from './child-processes.mjs';
import { assertNodeVersion } from './node-version.mjs';

/** @type {(() => void | Promise<void>)[]} */
const cleanups = [];

/**
 * Remembers what must be undone when the command ends, by itself or by a signal. Later ones run first.
 *
 * @param {() => void | Promise<void>} cleanup
 */
export function onEnd(cleanup) {
  cleanups.push(cleanup);
}

let interrupted = false;

/** Ends all children, then undoes what `onEnd` recorded. */
async function endEverything() {
  await endAll();
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
}

/**
 * Runs a command's body; whatever way it ends, nothing that it started is left behind.
 *
 * @param {() => Promise<number>} body returns the exit code
 */
export async function runCommand(body) {
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (interrupted) killAll();
      interrupted = true;
      void endEverything().finally(() => process.exit(code));
    });
  }
  endWithParent();
  let code = 1;
  try {
    assertNodeVersion();
    code = await body();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await endEverything();
  }
  // After a signal its handler ends the process, with the signal's code.
  if (!interrupted) process.exit(code);
}

/** npm passes no signal on: who kills it would leave everything running that it was asked to run. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, limits.parentCheckMs);
  watch.unref();
}
