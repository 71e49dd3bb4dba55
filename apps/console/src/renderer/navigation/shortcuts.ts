/** The key that commands are given with differs from system to system. */
function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** Every shortcut there is, in the order in which the sheet lists them. A link that has the focus takes Enter by itself. */
export const SHORTCUTS = [
  {
    id: 'palette',
    group: 'Anywhere',
    keys: 'mod+k',
    shown: [isMac() ? '⌘' : 'Ctrl', 'K'],
    label: 'Find anything, do anything',
  },
  { id: 'go-overview', group: 'Anywhere', keys: 'g>o', shown: ['g', 'o'], label: 'Go to Overview' },
  { id: 'go-packages', group: 'Anywhere', keys: 'g>p', shown: ['g', 'p'], label: 'Go to Packages' },
  { id: 'go-capabilities', group: 'Anywhere', keys: 'g>c', shown: ['g', 'c'], label: 'Go to Capabilities' },
  { id: 'go-runs', group: 'Anywhere', keys: 'g>r', shown: ['g', 'r'], label: 'Go to Runs & pins' },
  { id: 'go-activity', group: 'Anywhere', keys: 'g>a', shown: ['g', 'a'], label: 'Go to Activity' },
  { id: 'filter', group: 'Tables', keys: '/', shown: ['/'], label: 'Filter the table' },
  { id: 'next-row', group: 'Tables', keys: 'j', shown: ['j'], label: 'Next row' },
  { id: 'previous-row', group: 'Tables', keys: 'k', shown: ['k'], label: 'Previous row' },
  { id: 'open-row', group: 'Tables', keys: 'enter', shown: ['↵'], label: 'Open the row' },
  { id: 'inspect', group: 'Tables', keys: 'i', shown: ['i'], label: 'Into the inspector, and back' },
  { id: 'close', group: 'Tables', keys: 'escape', shown: ['Esc'], label: 'Close the inspector' },
  {
    id: 'twin',
    group: 'View',
    keys: 't',
    shown: ['t'],
    label: 'Timeline, map or tree, on and off',
  },
  { id: 'live', group: 'View', keys: '.', shown: ['.'], label: 'Live on and off: follow what is new' },
  {
    id: 'open-all',
    group: 'View',
    keys: 'e',
    shown: ['e'],
    label: 'Open all steps of a transcript, or close them',
  },
  { id: 'theme', group: 'View', keys: 'd', shown: ['d'], label: 'Dark, light' },
  { id: 'sheet', group: 'View', keys: '?', shown: ['?'], label: 'Show the shortcuts' },
] as const;

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];

export function shortcut(id: ShortcutId): (typeof SHORTCUTS)[number] {
  const found = SHORTCUTS.find((item) => item.id === id);
  if (found === undefined) throw new Error(`No shortcut is named ${id}`);
  return found;
}
