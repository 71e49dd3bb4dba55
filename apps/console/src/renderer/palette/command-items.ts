import { PackagePlus } from 'lucide-react';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Command } from './command.js';
import { pageCommands } from './page-commands.js';
import type { PaletteContext } from './palette-context.js';
import type { PaletteItem } from './palette-item.js';
import { runCommands } from './run-commands.js';
import { sessionCommands } from './session-commands.js';

/** Everything that can be done now, what concerns the session of the screen first. */
export function commandItems(state: ConsoleState, context: PaletteContext): readonly PaletteItem[] {
  const commands: readonly Command[] = context.isLive
    ? [
        ...sessionCommands(state, context),
        ...runCommands(state),
        ...registryCommands(),
        ...pageCommands(context),
      ]
    : pageCommands(context);
  return commands.map((command) => ({ note: '', ...command, group: 'Commands' }));
}

function registryCommands(): readonly Command[] {
  return [
    {
      id: 'install-package',
      title: 'Install package…',
      icon: PackagePlus,
      action: { do: 'open', dialog: { kind: 'install-package', digest: null } },
    },
  ];
}
