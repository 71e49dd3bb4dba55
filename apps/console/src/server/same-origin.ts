import type { IncomingHttpHeaders } from 'node:http';

interface Asked {
  readonly headers: IncomingHttpHeaders;
}

/** Whether the request names this server, and nobody's rebound name: the names that a loopback URL can have. */
export function namesThisHost({ headers: { host } }: Asked, port: number): boolean {
  return ownOrigins(port).some((own) => own.host === host);
}

/** Whether a request that tells an origin tells this server's own. */
export function comesFromThisOrigin({ headers: { origin } }: Asked, port: number): boolean {
  return ownOrigins(port).some((own) => own.origin === origin);
}

/** As a browser writes them: without the port where the scheme implies it. */
function ownOrigins(port: number): readonly URL[] {
  return ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`));
}
