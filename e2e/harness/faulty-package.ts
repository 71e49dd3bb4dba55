// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioEnvironment } from './environment.js';
import { scratchFolder } from './scratch-folder.js';

/** What is wrong with the server of a package. */
export type ServerFault = 'cannot-start' | 'dies-at-once' | 'prints-rubbish' | 'never-answers';

const SCRIPTS: Readonly<Record<ServerFault, string>> = {
  'cannot-start': '',
  'dies-at-once': "process.stderr.write('no configuration found\\n');\nprocess.exit(3);\n",
  'prints-rubbish':
    "process.stdout.write('Welcome to the server!\\n'.repeat(200));\nsetInterval(() => undefined, 1_000);\n",
  'never-answers': 'process.stdin.resume();\n',
};

/** A sound package, named after the fault that its server has when it is started. */
export async function faultyPackage(environment: ScenarioEnvironment, fault: ServerFault): Promise<string> {
  const folder = await scratchFolder(environment, fault);
  const config =
    fault === 'cannot-start'
      ? { command: '/nowhere/at/all' }
      : { command: '${CHANGEOVER_NODE}', args: ['${CLAUDE_PLUGIN_ROOT}/server.cjs'] };
  await mkdir(join(folder, '.claude-plugin'));
  await writeFile(
    join(folder, '.claude-plugin/plugin.json'),
    JSON.stringify({ name: fault, version: '1.0.0' }),
  );
  await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { [fault]: config } }));
  await writeFile(join(folder, 'server.cjs'), SCRIPTS[fault]);
  return folder;
}
