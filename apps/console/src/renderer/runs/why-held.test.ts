import { describe, expect, it } from 'vitest';
import { aFinishedRun, aGeneration, aRun } from '../test-state/builders.js';
import { whyHeld } from './why-held.js';

const current = aGeneration({ generation: 2 });

describe('why a run still holds its generation', () => {
  it('names the generation that came after, and when the old one retires', () => {
    const alone = whyHeld(aRun(), aGeneration({ state: 'draining', pins: 1 }), current);
    expect(alone).toContain('before generation 2 was published');
    expect(alone).toContain('retires as soon as this run ends');
    const shared = whyHeld(aRun(), aGeneration({ state: 'draining', pins: 3 }), current);
    expect(shared).toContain('when this run and 2 others have ended');
  });

  it('is not asked of a run that has ended, nor of one that holds what is current', () => {
    expect(whyHeld(aFinishedRun(), aGeneration({ state: 'draining', pins: 1 }), current)).toBeNull();
    expect(whyHeld(aRun(), aGeneration(), undefined)).toBeNull();
    expect(whyHeld(aRun({ generation: 2 }), current, current)).toBeNull();
  });
});
