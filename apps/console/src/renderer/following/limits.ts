/** Distance from the edge that is followed within which a list counts as being at it. */
export const EDGE_PX = 24;

/** How long after somebody's last wheel, key or touch a list still scrolls because of it. */
export const HAND_MS = 800;
