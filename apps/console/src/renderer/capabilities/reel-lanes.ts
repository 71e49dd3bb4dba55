/** A stretch of pixels that needs a row for itself. */
export interface Extent {
  readonly x0: number;
  readonly x1: number;
}

export interface Lanes<T> {
  readonly placed: readonly { readonly item: T; readonly lane: number }[];
  readonly count: number;
  /** Items for which no row was left. */
  readonly hidden: number;
}

const GAP_PX = 8;

/** Puts each item, in the order given, into the first row that has room; what needs a row beyond `max` is hidden. */
export function packLanes<T extends Extent>(items: readonly T[], max: number): Lanes<T> {
  const lanes: T[][] = [];
  const placed: { item: T; lane: number }[] = [];
  for (const item of items) {
    const free = lanes.findIndex((taken) => !taken.some((other) => overlap(item, other)));
    const lane = free === -1 ? lanes.length : free;
    if (lane >= max) continue;
    const taken = lanes[lane];
    if (taken === undefined) lanes.push([item]);
    else taken.push(item);
    placed.push({ item, lane });
  }
  return { placed, count: lanes.length, hidden: items.length - placed.length };
}

function overlap(a: Extent, b: Extent): boolean {
  return a.x0 < b.x1 + GAP_PX && b.x0 < a.x1 + GAP_PX;
}
