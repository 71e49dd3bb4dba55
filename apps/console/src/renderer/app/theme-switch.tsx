import { Monitor, Moon, Sun } from 'lucide-react';
import { useStore } from 'zustand';
import { useShortcut } from '../navigation/use-shortcut.js';
import { IconButton } from '../shared/ui/button.js';
import { chooseTheme, nextTheme, type ThemeChoice, themeStore } from '../theme/theme.js';

const ICONS: Record<ThemeChoice, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

/** Goes round: as the system has it, the other theme, and the system's, chosen for good. */
export function ThemeSwitch() {
  const choice = useStore(themeStore, (state) => state.choice);
  const change = (): void => chooseTheme(nextTheme(choice));
  useShortcut('theme', change);
  return <IconButton label={`Theme: ${choice}`} icon={ICONS[choice]} onClick={change} />;
}
