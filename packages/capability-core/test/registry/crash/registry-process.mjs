// A process that uses a registry and ends by SIGKILL: at a step that it is told, or whenever its parent says.
//
// once <modules> <root> <folder> <step>    installs the folder, allows its servers, publishes it, and collects
// forever <modules> <root> <folder...>     installs and publishes one folder after the other, and says each generation
import { writeSync } from 'node:fs';

const [mode, modules, root, ...rest] = process.argv.slice(2);
const { PackageRegistry } = await import(`${modules}/registry/index.js`);
const { signal } = new AbortController();

const killAt = mode === 'once' ? rest[1] : undefined;
const observer = {
  step(step) {
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
  },
};

const registry = await PackageRegistry.open({ root, signal, keepGenerations: 1, observer });

async function publish(folder) {
  const { digest } = await registry.install(folder, { signal });
  for (const { request } of registry.consents(digest)) {
    await registry.decide({ digest, server: request.server, decision: 'allowed' }, { signal });
  }
  const generation = await registry.apply(await registry.plan({ add: [digest] }, { signal }), { signal });
  writeSync(1, `${generation.generation} ${digest}\n`);
  await registry.collect({ signal });
}

if (mode === 'once') await publish(rest[0]);
for (let round = 0; mode === 'forever'; round += 1) {
  const digest = registry.current.packages[0]?.digest;
  // What is in force already would change nothing.
  const folders = rest.filter((folder) => registry.version(digest)?.source.path !== folder);
  await publish(folders[round % folders.length]);
}
