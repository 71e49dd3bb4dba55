import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';

/** LevelDB; each put is synced before it resolves. */
export async function openClassicLevel(folder) {
  const database = new ClassicLevel(join(folder, 'classic-level'), { valueEncoding: 'json' });
  await database.open();
  return {
    commit: (key, value) => database.put(key, value, { sync: true }),
    load: (key) => database.get(key),
    close: () => database.close(),
  };
}
