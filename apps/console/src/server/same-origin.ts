import type { IncomingMessage } from 'node:http';

/** Whether the request names this server, and nobody's rebound name: the names that a loopback URL can have. */
export function namesThisHost(request: IncomingMessage, port: number): boolean {
  const { host } = request.headers;
  return host !== undefined && hostNames(port).includes(host);
}

/** Whether a request that tells an origin tells this server's own. */
export function comesFromThisOrigin(request: IncomingMessage, port: number): boolean {
  const { origin } = request.headers;
  return origin !== undefined && hostNames(port).some((name) => origin === `http://${name}`);
}

function hostNames(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}
