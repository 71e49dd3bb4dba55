import { useEffect, useMemo, useState } from 'react';
import { useClient, useConsole } from '../connection/console-context.js';
import { watchAnswer } from '../connection/use-answer.js';
import type { CatalogInForce } from './capability-items.js';
import { SEARCHED_CATALOGS_MAX } from './limits.js';

/** What the newest open sessions have in force, each asked for once; those that are not there yet are left out. */
export function useCatalogsInForce(): readonly CatalogInForce[] {
  const client = useClient();
  const sessions = useConsole((state) => state.sessions);
  const wanted = useMemo(
    () =>
      sessions
        .filter(({ state, stamp }) => state !== 'closed' && stamp.generation > 0)
        .slice(-SEARCHED_CATALOGS_MAX)
        .map(({ id, stamp }) => ({ session: id, ...stamp })),
    [sessions],
  );
  const [known, setKnown] = useState<readonly CatalogInForce[]>([]);
  useEffect(() => {
    const found = new Map<string, CatalogInForce>();
    const tell = (): void => setKnown(wanted.flatMap((item) => found.get(item.session) ?? []));
    const stops = wanted.map(({ session, generation, digest }) =>
      watchAnswer(client, 'catalog.read', { key: digest, params: { session, generation } }, (catalog) => {
        found.set(session, { session, generation, catalog });
        tell();
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, wanted]);
  return known;
}
