import { describe, expect, it } from 'vitest';
import { aGeneration, aSession } from '../test-state/builders.js';
import { aPackageVersion } from '../test-state/package-builders.js';
import { nextSessions } from './next-sessions.js';

const notes = aPackageVersion({ name: 'notes' });
const maps = aPackageVersion({ name: 'maps' });

describe('the sessions that are offered a batch after an installation', () => {
  it('are those that take one, first those that use the package', () => {
    const sessions = [
      aSession({ id: 'empty' }),
      aSession({ id: 'user' }),
      aSession({ id: 'stuck', state: 'needs-you' }),
      aSession({ id: 'closed', state: 'closed' }),
      aSession({ id: 'waking', state: 'restoring' }),
    ];
    const generations = [aGeneration({ session: 'user', packages: [maps, notes] })];
    const found = nextSessions(sessions, generations, 3, ['notes']);
    expect(found.map((item) => item.session)).toEqual(['user', 'empty', 'stuck']);
    expect(found[0]?.uses).toEqual([notes]);
  });

  it('keep what they have, and take what was installed', () => {
    const generations = [aGeneration({ session: 'demo', packages: [maps] })];
    const [next] = nextSessions([aSession()], generations, 3, ['notes']);
    expect(next?.preset).toEqual({ packageGeneration: 3, packages: ['maps', 'notes'] });
  });

  it('are asked for by what is current in them, not by what still drains', () => {
    const generations = [aGeneration({ state: 'draining', packages: [notes] })];
    expect(nextSessions([aSession()], generations, 1, ['notes'])[0]?.uses).toEqual([]);
  });
});
