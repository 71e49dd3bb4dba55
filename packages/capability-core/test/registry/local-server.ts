import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** A server of this machine that is gone when the test is. */
export interface LocalServer {
  readonly origin: string;
  /** Resolves when it is asked for the first time. */
  readonly asked: Promise<unknown>;
}

/** Serves on a free port. */
export async function serveLocally(answer: RequestListener): Promise<LocalServer> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, asked: once(server, 'request') };
}
