import type { ScenarioEnvironment } from './environment.js';
import { scenarioPackage, scriptServer } from './scenario-package.js';

/** What is wrong with the server of a package. */
export type ServerFault = 'cannot-start' | 'dies-at-once' | 'prints-rubbish';

const SCRIPTS: Readonly<Record<ServerFault, string>> = {
  'cannot-start': '',
  'dies-at-once': "process.stderr.write('no configuration found\\n');\nprocess.exit(3);\n",
  'prints-rubbish':
    "process.stdout.write('Welcome to the server!\\n'.repeat(200));\nsetInterval(() => undefined, 1_000);\n",
};

/** A sound package, named after the fault that its server has when it is started. */
export function faultyPackage(environment: ScenarioEnvironment, fault: ServerFault): Promise<string> {
  const server = fault === 'cannot-start' ? { command: '/nowhere/at/all' } : scriptServer('server.cjs');
  return scenarioPackage(environment, {
    name: fault,
    files: { 'server.cjs': SCRIPTS[fault] },
    servers: { [fault]: server },
  });
}
