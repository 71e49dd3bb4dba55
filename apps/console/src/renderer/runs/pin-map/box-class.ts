/** A node of the pin map: a box that is a link as a whole. */
export const BOX =
  'flex h-full w-full items-center gap-2 rounded-box border border-line bg-surface px-2.5 hover:border-edge hover:bg-sunken aria-[current=page]:border-accent aria-[current=page]:bg-accent/10';

/** A link of the map is the current one only while what it selects is selected. */
export const SELECTED = { exact: true, includeSearch: true } as const;
