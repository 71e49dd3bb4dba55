/** The key that commands are given with differs from system to system. */
function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** Every shortcut there is, in the order in which the sheet lists them. */
export const SHORTCUTS = [
  { id: 'palette', keys: 'mod+k', shown: [isMac() ? '⌘' : 'Ctrl', 'K'], label: 'Find anything, do anything' },
  { id: 'go-overview', keys: 'g>o', shown: ['g', 'o'], label: 'Go to Overview' },
  { id: 'go-packages', keys: 'g>p', shown: ['g', 'p'], label: 'Go to Packages' },
  { id: 'go-capabilities', keys: 'g>c', shown: ['g', 'c'], label: 'Go to Capabilities' },
  { id: 'go-runs', keys: 'g>r', shown: ['g', 'r'], label: 'Go to Runs & pins' },
  { id: 'go-activity', keys: 'g>a', shown: ['g', 'a'], label: 'Go to Activity' },
  { id: 'filter', keys: '/', shown: ['/'], label: 'Filter the table' },
  { id: 'next-row', keys: 'j', shown: ['j'], label: 'Next row (Enter opens it)' },
  { id: 'previous-row', keys: 'k', shown: ['k'], label: 'Previous row' },
  { id: 'inspect', keys: 'i', shown: ['i'], label: 'Into the inspector, and back' },
  { id: 'close', keys: 'escape', shown: ['Esc'], label: 'Close the inspector' },
  { id: 'twin', keys: 't', shown: ['t'], label: 'Timeline, map or tree as a table or list, and back' },
  { id: 'live', keys: '.', shown: ['.'], label: 'Live on and off: follow what is new' },
  { id: 'open-all', keys: 'e', shown: ['e'], label: 'Open all steps of a transcript, or close them' },
  { id: 'theme', keys: 'd', shown: ['d'], label: 'Dark, light' },
  { id: 'sheet', keys: '?', shown: ['?'], label: 'Show the shortcuts' },
] as const;

export type ShortcutId = (typeof SHORTCUTS)[number]['id'];

export function shortcut(id: ShortcutId): (typeof SHORTCUTS)[number] {
  const found = SHORTCUTS.find((item) => item.id === id);
  if (found === undefined) throw new Error(`No shortcut is named ${id}`);
  return found;
}
