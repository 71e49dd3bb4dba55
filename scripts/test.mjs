// @ts-check
import { browserTests } from './checks/browser-tests.mjs';
import { oldestRuntimeCheck } from './checks/oldest-runtime.mjs';
import { scenarios } from './checks/scenarios.mjs';
import { staticChecks } from './checks/static-checks.mjs';
import { closingLines, isGood, step } from './checks/step.mjs';
import { unitTests } from './checks/unit-tests.mjs';
import { runCommand } from './process/interruption.mjs';
import { prepareMachine, scenarioEnvironment } from './setup/scenario-environment.mjs';
import { buildWorkspace, installWorkspace } from './setup/workspace.mjs';

/** @typedef {import('./checks/step.mjs').StepResult} StepResult */

// Everything that is checked before a change lands. A failing step never keeps the later ones from reporting.
await runCommand(async () => {
  const startedAt = performance.now();
  const installed = await worked('install', installWorkspace);
  const results = [installed, ...(isGood(installed) ? await buildAndCheck() : [])];
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`\n${results.length} steps in ${seconds} s\n${closingLines(results)}\n`);
  return results.every(isGood) ? 0 : 1;
});

async function buildAndCheck() {
  // What the scenarios need of the system may have to be fetched first, which takes no processor.
  const machine = attempt(prepareMachine);
  const built = await worked('build', buildWorkspace);
  const [checked, tested] = await Promise.all([staticChecks(), unitTests()]);
  return [built, ...checked, ...tested, ...(await endToEnd(await machine, built))];
}

/**
 * @param {Awaited<ReturnType<typeof attempt<Awaited<ReturnType<typeof prepareMachine>>>>>} machine
 * @param {StepResult} built
 * @returns {Promise<StepResult[]>}
 */
async function endToEnd(machine, built) {
  if ('error' in machine || !isGood(built)) {
    const reason =
      'error' in machine ? machine.error : new Error('There is no built console: see the step `build`.');
    return [
      await step('scenarios', () => {
        throw reason;
      }),
    ];
  }
  const environment = scenarioEnvironment(machine.value);
  return [
    await oldestRuntimeCheck(scenarioEnvironment({ ...machine.value, runtime: machine.value.oldest })),
    // The one keeps a core busy, the other waits a third of its time.
    ...(await Promise.all([browserTests(environment), scenarios(environment, machine.value.user)])),
  ];
}

/**
 * A step that either works or throws.
 *
 * @param {string} name
 * @param {() => Promise<void>} body
 */
function worked(name, body) {
  return step(name, async () => {
    await body();
    return { passed: 1, failed: 0, skipped: 0, output: '' };
  });
}

/**
 * @template Value
 * @param {() => Promise<Value>} body
 * @returns {Promise<{ value: Value } | { error: unknown }>}
 */
async function attempt(body) {
  try {
    return { value: await body() };
  } catch (error) {
    return { error };
  }
}
