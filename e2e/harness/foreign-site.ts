import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of somebody else on this machine, which a browser lets run scripts of its own. */
export interface ForeignSite extends AsyncDisposable {
  readonly address: string;
}

export async function foreignSite(): Promise<ForeignSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Elsewhere</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
