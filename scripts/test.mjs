// @ts-check
import { oldestRuntimeCheck } from './checks/oldest-runtime.mjs';
import { scenarios } from './checks/scenarios.mjs';
import { staticChecks } from './checks/static-checks.mjs';
import { isGood, step } from './checks/step.mjs';
import { unitTests } from './checks/unit-tests.mjs';
import { runCommand } from './process/interruption.mjs';
import { prepareMachine, scenarioEnvironment } from './setup/scenario-environment.mjs';
import { buildWorkspace, installWorkspace } from './setup/workspace.mjs';

/** @typedef {import('./checks/step.mjs').StepResult} StepResult */

// Everything that is checked before a change lands. A failing step never keeps the later ones from reporting.
await runCommand(async () => {
  const startedAt = performance.now();
  await installWorkspace();
  const [machine, built] = await Promise.all([
    attempt(prepareMachine),
    step('build', async () => {
      await buildWorkspace();
      return { passed: 1, failed: 0, skipped: 0, output: '' };
    }),
  ]);
  const [checked, tested] = await Promise.all([staticChecks(), unitTests()]);
  const results = [built, ...checked, tested, ...(await endToEnd(machine, built))];

  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ count) =>
    results.reduce((total, result) => total + result[count], 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`\n${results.length} steps in ${seconds} s\n`);
  for (const bad of results.filter((result) => !isGood(result))) process.stdout.write(`not ok ${bad.name}\n`);
  if (sum('skipped') > 0) process.stdout.write(`${sum('skipped')} skipped, which is a failure\n`);
  const broken = results.filter((result) => !isGood(result) && result.failed === 0).length;
  process.stdout.write(`${sum('passed')} passed, ${sum('failed') + broken} failed\n`);
  return results.every(isGood) ? 0 : 1;
});

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
    await scenarios(environment, machine.value.user),
  ];
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
