import type { Catalog } from '../../protocol/generation.js';
import { kindIcon } from '../capabilities/kind-icon.js';
import type { PaletteItem } from './palette-item.js';
import { selectedOn } from './place-items.js';

/** What a session has in force, as far as it is known. */
export interface CatalogInForce {
  readonly session: string;
  readonly generation: number;
  readonly catalog: Catalog;
}

/** The capabilities that are in force in the sessions. */
export function capabilityItems(catalogs: readonly CatalogInForce[]): readonly PaletteItem[] {
  return catalogs.flatMap(({ session, generation, catalog }) =>
    catalog.capabilities.map(({ id, kind, publicName }) => ({
      id: `capability ${session} ${id}`,
      group: 'Capabilities' as const,
      title: publicName,
      note: `${kind}, ${session}`,
      keywords: id,
      icon: kindIcon(kind),
      action: {
        do: 'go' as const,
        to: selectedOn(`/capabilities/${session}`, { kind: 'capability', session, generation, id }),
      },
    })),
  );
}
