import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { UiAsset } from './ui-asset.js';

it('an asset of a UI shows its size in logs, and not its content', () => {
  const page = new UiAsset('html', '<!doctype html><main>exact</main>');
  for (const shown of [inspect(page), JSON.stringify(page)]) {
    expect(shown).toContain(page.digest);
    expect(shown).toContain('33');
    expect(shown).not.toContain('exact');
  }
});
