/** What the set-up tells the scenarios about the machine; `scripts/setup/scenario-environment.mjs` describes it. */
export interface ScenarioEnvironment {
  readonly electron: string;
  readonly packaged: string;
  readonly chromium: string;
  readonly node: string;
  readonly app: string;
  readonly scratch: string;
  readonly uid: number;
  readonly gid: number;
  /** One for each worker. */
  readonly displays: readonly string[];
}

/** Reads what the set-up prepared. */
export function scenarioEnvironment(): ScenarioEnvironment {
  const text = process.env['CHANGEOVER_E2E'];
  if (text === undefined) {
    throw new Error(
      'Scenarios run through `npm test`, or `npm run e2e -- <file>`, which prepare the machine first.',
    );
  }
  // Written by our own set-up in the same breath.
  return JSON.parse(text) as ScenarioEnvironment;
}
