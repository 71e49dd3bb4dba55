import {
  Activity,
  ClipboardCopy,
  Keyboard,
  Link2,
  type LucideIcon,
  Monitor,
  Moon,
  Sun,
  Table2,
} from 'lucide-react';
import type { ThemeChoice } from '../theme/theme.js';
import type { Command } from './command.js';
import type { PaletteContext } from './palette-context.js';

/** What the page does by itself, whether there is a host or not. */
export function pageCommands({ path, view, session }: PaletteContext): readonly Command[] {
  const isHeld = view.live === 'off';
  const isTable = view.as === 'table';
  const twin: Command = {
    id: 'twin',
    title: isTable ? 'Show generations as a timeline' : 'Show generations as a table',
    icon: Table2,
    shortcut: 'twin',
    action: { do: 'look', change: { as: isTable ? undefined : 'table' } },
  };
  return [
    ...(session !== null && path.startsWith('/capabilities') ? [twin] : []),
    {
      id: 'live',
      title: isHeld ? 'Follow what is new' : 'Hold what is shown',
      keywords: 'live on off pause',
      icon: Activity,
      shortcut: 'live',
      action: { do: 'look', change: { live: isHeld ? undefined : 'off' } },
    },
    theme('light', 'Theme: light', Sun),
    theme('dark', 'Theme: dark', Moon),
    theme('system', 'Theme: as the system has it', Monitor),
    {
      id: 'copy-link',
      title: 'Copy the address of this page',
      keywords: 'link url view share',
      icon: Link2,
      action: { do: 'copy', what: 'link' },
    },
    {
      id: 'copy-diagnostics',
      title: 'Copy diagnostics',
      keywords: 'versions report bug health',
      icon: ClipboardCopy,
      action: { do: 'copy', what: 'diagnostics' },
    },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts',
      icon: Keyboard,
      shortcut: 'sheet',
      action: { do: 'open', dialog: { kind: 'shortcuts' } },
    },
  ];
}

function theme(choice: ThemeChoice, title: string, icon: LucideIcon): Command {
  return {
    id: `theme ${choice}`,
    title,
    keywords: 'colour appearance',
    icon,
    action: { do: 'theme', choice },
  };
}
