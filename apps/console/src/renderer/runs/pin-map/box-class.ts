/** A node of the pin map: a box that is a link as a whole. */
export const BOX =
  'flex h-full w-full items-center gap-2 rounded-box border border-line bg-surface px-2.5 hover:border-edge hover:bg-sunken aria-[current=true]:border-accent aria-[current=true]:bg-accent/10';
