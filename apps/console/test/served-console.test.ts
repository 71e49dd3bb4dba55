import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtPage, bundledServer, connectServedPage, serve } from './served-console.js';
import { release, releaseAll, temporaryFolder } from './test-host.js';

let program: string;
beforeAll(async () => {
  program = await bundledServer();
});
afterAll(() => rm(dirname(program), { recursive: true, force: true }));
afterEach(releaseAll);

describe('the served console', { timeout: 60_000 }, () => {
  it.each(['SIGINT', 'SIGHUP'] as const)(
    'says where it is ready, works, and ends with 0 at %s',
    async (signal) => {
      const served = serve(program, await builtPage(), await temporaryFolder());
      const page = await connectServedPage(served);
      await served.line(/^Console ready at http:\/\/127\.0\.0\.1:\d+\/\?token=/);
      expect(page.state.host.carrier).toBe('loopback');
      expect(page.state.sessions).toMatchObject([{ id: 'demo', stamp: { generation: 0 } }]);
      served.child.kill(signal);
      expect(await served.exited).toBe(0);
      expect(page.isClosed).toBe(true);
    },
  );

  it('goes on when nobody takes what it prints any more', async () => {
    const served = serve(program, await builtPage(), await temporaryFolder());
    const page = await connectServedPage(served);
    await served.line(/^Console ready/);
    served.child.stdout?.destroy();
    served.child.stderr?.destroy();
    // Each is a failure that the terminal would be told of.
    for (const folder of ['/nowhere', '/nowhere/else', '/nowhere/at/all']) {
      await expect(page.ask('package.store', { folder })).rejects.toThrow('missing');
    }
    await page.ask('host.ping', {});
    served.child.kill('SIGTERM');
    expect(await served.exited).toBe(0);
  });

  it('prints why its store cannot be opened, shows it on its page, is not ready, and ends with a failure', async () => {
    const data = await temporaryFolder();
    await writeFile(join(data, 'console.sqlite'), 'This is a letter.');
    const served = serve(program, await builtPage(), data);
    const page = await connectServedPage(served);
    expect(page.unavailable).toMatchObject({ code: 'corrupt' });
    const printed = served.lines.join('\n');
    expect(printed).toContain('The console cannot open its store  [corrupt]');
    expect(printed).toContain(join(data, 'console.sqlite'));
    expect(printed).toContain(`What to do: ${page.unavailable?.action}`);
    expect(printed).not.toContain('Console ready');
    served.child.kill('SIGTERM');
    expect(await served.exited).toBe(1);
  });

  it('names the process that has its store', async () => {
    const data = await temporaryFolder();
    const built = await builtPage();
    const first = serve(program, built, data);
    await first.line(/^Console ready/);
    const second = serve(program, built, data);
    const page = await connectServedPage(second);
    expect(page.unavailable).toMatchObject({ code: 'locked' });
    expect(page.unavailable?.message).toContain(String(first.child.pid));
  });

  it('ends with a failure when its port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    release(() => taken.close());
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const served = serve(program, await builtPage(), await temporaryFolder(), '--port', port);
    expect(await served.exited).toBe(1);
    expect(served.lines.join('\n')).toMatch(/\[EADDRINUSE\][\s\S]*What to do: Choose another port/);
  });

  it.each([
    [['--port', 'many'], '--port "many" is refused'],
    [['--window'], 'Unknown option'],
  ])('refuses the arguments %j', async (more, message) => {
    const served = serve(program, await builtPage(), await temporaryFolder(), ...more);
    expect(await served.exited).toBe(1);
    expect(served.lines.join('\n')).toContain(message);
  });

  it('says that the page was not built', async () => {
    const empty = join(await temporaryFolder(), 'renderer');
    await mkdir(empty);
    const served = serve(program, empty, await temporaryFolder());
    expect(await served.exited).toBe(1);
    expect(served.lines.join('\n')).toContain('build the console first');
  });
});
