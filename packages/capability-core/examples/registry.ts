import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, PermissionPolicy, RehearsalModel } from '@changeover/capability-core';
import { inheritedEnvironment, mcpAdapterFactory } from '@changeover/capability-core/mcp';
import { deleteRegistry, PackageRegistry, sessionBatch } from '@changeover/capability-core/registry';

const signal = AbortSignal.timeout(30_000);
const base = await mkdtemp(join(tmpdir(), 'changeover-example-'));
const environment = { variables: {}, inherited: inheritedEnvironment(process.env), cwd: base };
const adapters = { mcp: mcpAdapterFactory({ environment }) };

/** A folder with a package as its author would write it: one skill, and a server that it would like to start. */
async function writePackage(version: string, advice: string): Promise<string> {
  const folder = join(base, `field-notes-${version}`);
  const skill = `---\nname: take-notes\ndescription: Takes notes.\n---\n${advice}\n`;
  const servers = { mcpServers: { notebook: { command: 'notebook', args: ['--sync'] } } };
  await mkdir(join(folder, '.claude-plugin'), { recursive: true });
  await mkdir(join(folder, 'skills', 'take-notes'), { recursive: true });
  await writeFile(
    join(folder, '.claude-plugin/plugin.json'),
    JSON.stringify({ name: 'field-notes', version }),
  );
  await writeFile(join(folder, 'skills/take-notes/SKILL.md'), skill);
  await writeFile(join(folder, '.mcp.json'), JSON.stringify(servers));
  return folder;
}

const model = new RehearsalModel({
  turns: [
    { waitFor: 'go', toolCalls: [{ tool: 'Skill', arguments: { name: 'take-notes' } }] },
    { text: '{{toolResult}}' },
  ],
});
const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('Skill') });
const session = agent.buildSession(base, model);
const registry = await PackageRegistry.open({ root: join(base, 'registry'), signal });

/** Brings a folder into force: stored, asked about, published, and taken up by the session. */
async function publish(folder: string): Promise<void> {
  const { digest } = await registry.install(folder, { signal });
  const plan = await registry.plan({ add: [digest] }, { signal });
  for (const { server, command } of plan.consents) {
    console.log(`${server} wants to run: ${command.join(' ')}`);
    await registry.decide({ digest, server, decision: 'refused', reason: 'Not needed.' }, { signal });
  }
  const { generation, cause } = await registry.apply(plan, { signal });
  console.log(`generation ${generation}: ${cause}`);
  const snapshot = await registry.snapshot({ generation, adapters, owner: session.id, signal });
  await session.applyCapabilityBatch(sessionBatch(session, snapshot));
}

await publish(await writePackage('1.0', 'Use a pencil.'));
const older = await session.spawnRun('How do I take notes?');
await model.whenWaiting('go', { signal });
await publish(await writePackage('1.1', 'Use a pen.'));
model.release('go');
console.log('older:', lastLine(await older.result));

const newer = await session.spawnRun('How do I take notes?');
await model.whenWaiting('go', { signal });
model.release('go');
console.log('newer:', lastLine(await newer.result));

await session.close();
await registry.close();
await deleteRegistry(registry.root, { signal });
await rm(base, { recursive: true });

function lastLine({ text }: { readonly text: string }): string {
  return text.split('\n').at(-1) ?? '';
}
