// @ts-check
import { chownSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../limits.mjs';
import { end, launch } from '../process/child-processes.mjs';
import { isRoot } from '../setup/privileges.mjs';
import { step } from './step.mjs';

/**
 * Starts the built host, as the loopback server carries it, under the oldest runtime that the console supports, and
 * asks it for its page.
 *
 * @param {import('../setup/scenario-environment.mjs').ScenarioEnvironment} environment of that runtime
 */
export function oldestRuntimeCheck(environment) {
  return step('host on the oldest runtime', async () => {
    const data = mkdtempSync(join(environment.scratch, 'oldest-'));
    if (isRoot) chownSync(data, environment.uid, environment.gid);
    const server = join(environment.app, 'out', 'main', 'server.cjs');
    const args = [server, '--data', data, '--demo', join(environment.app, 'demo'), '--port', '0'];
    const child = launch(environment.node, args, { env: { ELECTRON_RUN_AS_NODE: '1' } });
    try {
      const address = await printedAddress(child);
      const { status } = await visit(address);
      if (status !== 200) throw new Error(`The host answered ${status} at ${address}`);
    } finally {
      await end(child, 'SIGINT');
    }
    if (child.exitCode !== 0) throw new Error(`The host ended with ${child.exitCode ?? child.signalCode}`);
    return { passed: 1, failed: 0, skipped: 0, output: '' };
  });
}

/**
 * Opens an address as a browser does: the token in it is exchanged for a cookie.
 *
 * @param {string} address
 * @returns {Promise<Response>}
 */
async function visit(address) {
  const signal = AbortSignal.timeout(limits.runtimeCheckTimeoutMs);
  const entry = await fetch(address, { redirect: 'manual', signal });
  const location = entry.headers.get('location');
  if (location === null) return entry;
  const cookie = entry.headers
    .getSetCookie()
    .map((value) => value.split(';', 1)[0])
    .join('; ');
  return fetch(new URL(location, address), { headers: { cookie }, signal });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function printedAddress(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (/** @type {string} */ why) => reject(new Error(`The host ${why}\n${output}`));
    const timer = setTimeout(() => fail('was not ready in time'), limits.runtimeCheckTimeoutMs);
    const read = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-limits.outputBytes);
      const address = /^Console ready at (\S+)/m.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code} before it was ready`);
    });
  });
}
