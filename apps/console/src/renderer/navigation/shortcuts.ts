/** Every shortcut there is, in the order in which the sheet lists them. */
export const SHORTCUTS = [
  { id: 'go-overview', keys: 'g>o', shown: ['g', 'o'], label: 'Go to Overview' },
  { id: 'go-capabilities', keys: 'g>c', shown: ['g', 'c'], label: 'Go to Capabilities' },
  { id: 'go-runs', keys: 'g>r', shown: ['g', 'r'], label: 'Go to Runs & pins' },
  { id: 'filter', keys: '/', shown: ['/'], label: 'Filter the table' },
  { id: 'next-row', keys: 'j', shown: ['j'], label: 'Next row' },
  { id: 'previous-row', keys: 'k', shown: ['k'], label: 'Previous row' },
  { id: 'close', keys: 'escape', shown: ['Esc'], label: 'Close the inspector' },
  { id: 'twin', keys: 't', shown: ['t'], label: 'Timeline as a table, and back' },
  { id: 'theme', keys: 'd', shown: ['d'], label: 'Dark, light' },
  { id: 'sheet', keys: '?', shown: ['?'], label: 'Show the shortcuts' },
] as const;

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];

export function shortcut(id: ShortcutId): (typeof SHORTCUTS)[number] {
  const found = SHORTCUTS.find((item) => item.id === id);
  if (found === undefined) throw new Error(`No shortcut is named ${id}`);
  return found;
}
