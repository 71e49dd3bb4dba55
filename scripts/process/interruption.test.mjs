// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const module = new URL('./interruption.mjs', import.meta.url).href;

/** A command that would run for ever, and says that it runs. */
const command = `
  import { runCommand } from ${JSON.stringify(module)};
  await runCommand(() => new Promise(() => { setInterval(() => {}, 1_000); console.log('running'); }));
`;

/** What npm is to a command: it starts it, and passes no signal on. */
const starter = `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(command)}], { stdio: 'inherit' });
`;

test('a command ends when the program that started it was killed', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(parent.stdout, 'data');
  parent.stdout.resume();
  parent.kill('SIGKILL');
  // The pipe ends when the last one who holds it is gone: the command itself.
  await expect.poll(() => parent.stdout.readableEnded, { timeout: 4_000 }).toBe(true);
});
