import { Monitor, Moon, Sun } from 'lucide-react';
import { useStore } from 'zustand';
import { useShortcut } from '../navigation/use-shortcut.js';
import { IconButton } from '../shared/ui/button.js';
import { chooseTheme, type ThemeChoice, themeStore } from '../theme/theme.js';

const CHOICES: Record<ThemeChoice, { readonly icon: typeof Sun; readonly next: ThemeChoice }> = {
  system: { icon: Monitor, next: 'light' },
  light: { icon: Sun, next: 'dark' },
  dark: { icon: Moon, next: 'system' },
};

/** Goes round: as the system has it, light, dark. */
export function ThemeSwitch() {
  const choice = useStore(themeStore, (state) => state.choice);
  const { icon, next } = CHOICES[choice];
  const change = (): void => chooseTheme(next);
  useShortcut('theme', change);
  return <IconButton label={`Theme: ${choice}`} icon={icon} onClick={change} />;
}
