import { createStore } from 'zustand/vanilla';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** The name under which `theme-boot.js` looks for the choice before the first paint. */
const STORAGE_KEY = 'changeover.theme';

const query = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

export const themeStore = createStore<{ readonly choice: ThemeChoice }>(() => ({ choice: storedChoice() }));

export function chooseTheme(choice: ThemeChoice): void {
  themeStore.setState({ choice });
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Storage may be refused; the choice then lasts as long as the page.
  }
  show();
}

/** Keeps the document in the chosen theme, and in the system's when nothing else was chosen. */
export function followTheme(): () => void {
  const media = query();
  media.addEventListener('change', show);
  show();
  return () => media.removeEventListener('change', show);
}

/** The choice after this one: first the theme that is not shown, so that something is seen to change, last the system's. */
export function nextTheme(choice: ThemeChoice): ThemeChoice {
  const system = query().matches ? 'dark' : 'light';
  if (choice === 'system') return system === 'dark' ? 'light' : 'dark';
  return choice === system ? 'system' : system;
}

function show(): void {
  const { choice } = themeStore.getState();
  const dark = choice === 'dark' || (choice === 'system' && query().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
