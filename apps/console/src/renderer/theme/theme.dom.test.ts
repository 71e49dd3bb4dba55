import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseTheme, followTheme, nextTheme, themeStore } from './theme.js';

const boot = readFileSync(join(import.meta.dirname, '../public/theme-boot.js'), 'utf8');
const shown = (): string | undefined => document.documentElement.dataset['theme'];
/** Does what the script does that runs before the first paint. */
const reload = (): void => {
  delete document.documentElement.dataset['theme'];
  runInThisContext(boot);
};

describe('theme', () => {
  beforeEach(() => {
    localStorage.clear();
    chooseTheme('system');
  });

  it('follows the system until another one is chosen', () => {
    const stop = followTheme();
    expect(shown()).toBe(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    stop();
  });

  it.each(['light', 'dark'] as const)(
    'shows %s at once when it is chosen, and before the first paint after that',
    (choice) => {
      chooseTheme(choice);
      expect(shown()).toBe(choice);
      expect(themeStore.getState().choice).toBe(choice);
      reload();
      expect(shown()).toBe(choice);
    },
  );

  it('goes from the system’s to the other theme first, and round', () => {
    const stop = followTheme();
    const seen = [shown()];
    const choices = [1, 2, 3].map(() => {
      chooseTheme(nextTheme(themeStore.getState().choice));
      seen.push(shown());
      return themeStore.getState().choice;
    });
    stop();
    const [first] = seen;
    const other = first === 'dark' ? 'light' : 'dark';
    expect(choices).toEqual([other, first, 'system']);
    expect(seen).toEqual([first, other, first, first]);
  });

  it('takes an unknown stored choice for none', () => {
    localStorage.setItem('changeover.theme', 'sepia');
    reload();
    expect(['light', 'dark']).toContain(shown());
  });
});
