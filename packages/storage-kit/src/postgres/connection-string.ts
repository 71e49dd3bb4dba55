import { StateStoreError } from '../errors/state-store-error.js';

/**
 * Refuses what is no address of a PostgreSQL. What is refused is never shown: it may hold a password.
 *
 * @throws StateStoreError `invalid-request`
 */
export function checkConnectionString(text: unknown): void {
  const url = typeof text === 'string' ? parse(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) refuse();
  // An "@" behind the address means that the password has a character which ended the address too early.
  if (/@/.test(url.pathname + url.search + url.hash)) refuse();
}

/** The server that a connection string names, without any secret. */
export function serverIn(connectionString: string): string {
  return parse(connectionString)?.host ?? '';
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function refuse(): never {
  throw new StateStoreError(
    'invalid-request',
    'PostgreSQL cannot be used, connectionString is refused (it is not shown, since it may hold a password): write postgres://user:password@host:port/database and percent-encode special characters',
  );
}
