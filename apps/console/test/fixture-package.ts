// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './test-host.js';

const SERVERS = join(import.meta.dirname, '../../../packages/capability-core/test/fixtures/mcp');

/** A package with one server. Its name is that of the fault it has: see the fixture server of capability-core. */
export async function fixturePackage(
  fault: string,
  options: {
    readonly name?: string;
    readonly server?: string;
    readonly command?: string;
    /** The folder to put it in; one of its own by default. */
    readonly into?: string;
  } = {},
): Promise<string> {
  const { name = fault, server = fault, command = '${CHANGEOVER_NODE}' } = options;
  const folder = join(options.into ?? (await temporaryFolder()), name);
  await cp(SERVERS, join(folder, 'server'), { recursive: true });
  await mkdir(join(folder, '.claude-plugin'));
  await writeFile(join(folder, '.claude-plugin', 'plugin.json'), JSON.stringify({ name, version: '1.0.0' }));
  const config = { command, args: ['${CLAUDE_PLUGIN_ROOT}/server/server.mjs', fault] };
  await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { [server]: config } }));
  return folder;
}

/** A project with these rehearsals and no packages. */
export async function fixtureProject(rehearsals: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'packages'));
  await mkdir(join(folder, 'rehearsals'));
  for (const [name, script] of Object.entries(rehearsals)) {
    const text = JSON.stringify({ title: name, prompt: `Rehearse ${name}.`, script });
    await writeFile(join(folder, 'rehearsals', `${name}.json`), text);
  }
  return folder;
}

/** A package with one skill, which starts nothing. */
export async function skillPackage(name: string, version = '1.0.0'): Promise<string> {
  const folder = join(await temporaryFolder(), name);
  await mkdir(join(folder, '.claude-plugin'), { recursive: true });
  await writeFile(join(folder, '.claude-plugin', 'plugin.json'), JSON.stringify({ name, version }));
  await mkdir(join(folder, 'skills', 'look'), { recursive: true });
  const text = `---\nname: look\ndescription: Looks.\n---\nLook at ${version}.\n`;
  await writeFile(join(folder, 'skills', 'look', 'SKILL.md'), text);
  return folder;
}

/** A package with an agent, a command and an `AGENTS.md`, and with a hook, which is not loaded. */
export async function mixedPackage(name: string): Promise<string> {
  const folder = join(await temporaryFolder(), name);
  const files = {
    '.claude-plugin/plugin.json': JSON.stringify({ name, version: '1.0.0' }),
    'AGENTS.md': 'Be brief.\n',
    'agents/scout.md': '---\nname: scout\ndescription: Scouts.\n---\nYou scout.\n',
    'commands/ask.md': '---\ndescription: Asks.\nargument-hint: [whom]\n---\nAsk $0.\n',
    'hooks/hooks.json': JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: './stop.sh' }] }] } }),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A package with one good server, which leaves a file behind before it does anything else. */
export async function markingPackage(name: string, mark: string, version = '1.0.0'): Promise<string> {
  const folder = await fixturePackage('good', { name, server: name });
  const script = [
    "import { writeFileSync } from 'node:fs';",
    `writeFileSync(${JSON.stringify(mark)}, 'started');`,
    "await import('./server.mjs');",
  ];
  await writeFile(join(folder, 'server', 'marking.mjs'), script.join('\n'));
  await writeFile(join(folder, '.claude-plugin', 'plugin.json'), JSON.stringify({ name, version }));
  const config = {
    command: '${CHANGEOVER_NODE}',
    args: ['${CLAUDE_PLUGIN_ROOT}/server/marking.mjs', 'good'],
  };
  await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { [name]: config } }));
  return folder;
}
