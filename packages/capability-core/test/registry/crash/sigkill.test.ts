import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { edition, openRegistry, putFiles, temporaryFolder } from '../registry-builders.js';
import { compiledModules } from './compiled-modules.js';
import { expectSound } from './registry-soundness.js';

const rounds = Number(process.env['CHANGEOVER_CRASH_ROUNDS'] ?? 12);
const longestLifeMs = 150;
const program = fileURLToPath(new URL('registry-process.mjs', import.meta.url));
const servers = { notebook: { command: 'node', args: ['server.js'] } };
const modules = compiledModules();

interface Acknowledged {
  readonly generation: number;
  readonly digest: string;
}

/** Lets a process publish until it is killed at a random moment, and tells what it acknowledged last. */
async function publishAndKill(root: string, folders: readonly string[]): Promise<Acknowledged | null> {
  const args = [program, 'forever', modules(), root, ...folders];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let last: Acknowledged | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    if (last === null) setTimeout(() => child.kill('SIGKILL'), Math.random() * longestLifeMs);
    const [generation = '', digest = ''] = line.split(' ');
    last = { generation: Number(generation), digest };
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
  return last;
}

test(
  `a registry is sound after its process was killed, ${rounds} times`,
  async () => {
    const base = await temporaryFolder();
    const root = join(base, 'registry');
    const folders: string[] = [];
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
      folders.push(await putFiles(join(base, version), edition(version, { servers })));
    }
    for (let round = 0; round < rounds; round += 1) {
      const last = await publishAndKill(root, folders);
      const registry = await openRegistry(root, { keepGenerations: 1 });
      await expectSound(registry);
      // At most the one publication under way was durable without being acknowledged.
      const beyond = registry.current.generation - (last?.generation ?? 0);
      expect([0, 1]).toContain(beyond);
      if (beyond === 0) expect(registry.current.packages[0]?.digest).toBe(last?.digest);
      await registry.close();
    }
  },
  20_000 + rounds * 10_000,
);
