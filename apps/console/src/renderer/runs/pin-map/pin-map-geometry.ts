import type { Generation } from '../../../protocol/generation.js';
import { isTerminal, type Run } from '../../../protocol/run.js';
import { GENERATIONS_MAX, RUNS_PER_GENERATION } from './limits.js';

/** A place on the map, in pixels from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A live run, or all those of a generation for which there is no room, at the left. */
export interface PinNode {
  readonly key: string;
  readonly place: Place;
  /** One run, or several that are drawn as one. */
  readonly runs: readonly [Run, ...Run[]];
}

/** A generation with those that hold it, at the right of them. */
export interface GenerationNode {
  readonly key: string;
  readonly place: Place;
  readonly generation: Generation;
  readonly pins: number;
  /** When the oldest of its runs was admitted; null while nobody holds it. */
  readonly since: number | null;
  readonly nodes: readonly PinNode[];
}

export interface SessionNode {
  readonly session: string;
  readonly y: number;
  readonly generations: readonly GenerationNode[];
}

/** One line for each pin: from who holds it to what is held. */
export interface PinLine {
  readonly key: string;
  readonly path: string;
  readonly generation: Generation;
  /** Pins that it stands for. */
  readonly count: number;
  readonly node: PinNode;
}

export interface PinMap {
  readonly width: number;
  readonly height: number;
  readonly sessions: readonly SessionNode[];
  readonly lines: readonly PinLine[];
  /** Runs on the map, and of those the ones that are drawn together. */
  readonly runCount: number;
  readonly groupedCount: number;
  /** Generations that the map has no room for. */
  readonly leftOut: number;
}

const HEAD_PX = 28;
const ROW_PX = 28;
const ROW_GAP_PX = 4;
const GENERATION_MIN_PX = 44;
const GENERATION_GAP_PX = 16;
const SESSION_GAP_PX = 12;
const RUN_SHARE = 0.44;
const GENERATION_SHARE = 0.36;

/** Where everything on the pin map stands. Lines never cross: runs stand beside what they hold, in its order. */
export function pinMapGeometry(
  runs: readonly Run[],
  generations: readonly Generation[],
  width: number,
): PinMap {
  const pinned = runs.filter((run) => !isTerminal(run.status) && run.generation !== null);
  const all = withHolders(pinned, generations);
  const shown = all.slice(0, GENERATIONS_MAX);
  const sessions: SessionNode[] = [];
  let y = 0;
  for (const session of new Set(shown.map(({ generation }) => generation.session))) {
    const top = y;
    y += HEAD_PX;
    const nodes: GenerationNode[] = [];
    for (const held of shown.filter(({ generation }) => generation.session === session)) {
      const node = generationNode(held, y, width);
      nodes.push(node);
      y = node.place.y + node.place.height + GENERATION_GAP_PX;
    }
    sessions.push({ session, y: top, generations: nodes });
    y += SESSION_GAP_PX;
  }
  const nodes = sessions.flatMap((session) => session.generations);
  return {
    width,
    height: Math.max(0, y - GENERATION_GAP_PX - SESSION_GAP_PX),
    sessions,
    lines: nodes.flatMap(linesOf),
    runCount: nodes.reduce((sum, node) => sum + node.pins, 0),
    groupedCount: nodes.flatMap((node) => node.nodes).reduce((sum, node) => sum + grouped(node), 0),
    leftOut: all.length - shown.length,
  };
}

interface Held {
  readonly generation: Generation;
  /** The oldest first. */
  readonly holders: readonly Run[];
}

/**
 * The generations that somebody holds, and the current ones of the same sessions. Sessions in which an old one is held
 * come first; within a session the oldest generation does.
 */
function withHolders(runs: readonly Run[], generations: readonly Generation[]): readonly Held[] {
  const holders = new Map<string, Run[]>();
  for (const run of runs) append(holders, `${run.session} ${run.generation}`, run);
  const sessions = new Map<string, Held[]>();
  for (const generation of generations) {
    const own = holders.get(`${generation.session} ${generation.generation}`) ?? [];
    const held = { generation, holders: own.toSorted((a, b) => a.admittedAt - b.admittedAt) };
    if (own.length > 0 || generation.state === 'current') append(sessions, generation.session, held);
  }
  return [...sessions.values()]
    .filter((session) => session.some((held) => held.holders.length > 0))
    .map((session) => session.toSorted((a, b) => a.generation.generation - b.generation.generation))
    .toSorted((a, b) => Number(hasOld(b)) - Number(hasOld(a)))
    .flat();
}

function append<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function hasOld(held: readonly Held[]): boolean {
  return held.some((item) => item.holders.length > 0 && item.generation.state !== 'current');
}

function generationNode({ generation, holders }: Held, y: number, width: number): GenerationNode {
  const key = `${generation.session} ${generation.generation}`;
  const parts = partsOf(holders);
  const rowsHeight = parts.length * (ROW_PX + ROW_GAP_PX) - ROW_GAP_PX;
  const height = Math.max(GENERATION_MIN_PX, rowsHeight);
  const inset = Math.max(0, (height - rowsHeight) / 2);
  return {
    key,
    generation,
    pins: holders.length,
    since: holders.at(0)?.admittedAt ?? null,
    place: {
      x: width * (1 - GENERATION_SHARE),
      y,
      width: width * GENERATION_SHARE,
      height,
    },
    nodes: parts.map((runs, index) => ({
      key: runs.length === 1 ? runs[0].id : `${key} more`,
      runs,
      place: { x: 0, y: y + inset + index * (ROW_PX + ROW_GAP_PX), width: width * RUN_SHARE, height: ROW_PX },
    })),
  };
}

/** One by one as far as there is room, and all others together. */
function partsOf(runs: readonly Run[]): readonly [Run, ...Run[]][] {
  const isCrowd = runs.length > RUNS_PER_GENERATION;
  const alone = isCrowd ? runs.slice(0, RUNS_PER_GENERATION - 1) : runs;
  const [first, ...rest] = runs.slice(alone.length);
  const parts = alone.map((run): [Run, ...Run[]] => [run]);
  return first === undefined ? parts : [...parts, [first, ...rest]];
}

function grouped({ runs }: PinNode): number {
  return runs.length === 1 ? 0 : runs.length;
}

/** From the middle of each run to its own place on the left edge of the generation. */
function linesOf({ key, generation, nodes, place }: GenerationNode): readonly PinLine[] {
  return nodes.map((node, index) => {
    const from = { x: node.place.x + node.place.width, y: node.place.y + node.place.height / 2 };
    const to = { x: place.x, y: place.y + ((index + 1) / (nodes.length + 1)) * place.height };
    const middle = (from.x + to.x) / 2;
    return {
      key: `${key} ${node.key}`,
      generation,
      count: node.runs.length,
      node,
      path: `M${round(from.x)},${round(from.y)} C${round(middle)},${round(from.y)} ${round(middle)},${round(to.y)} ${round(to.x)},${round(to.y)}`,
    };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
