import { OPEN_STEPS_MAX } from './limits.js';

/** Which steps are open: those listed, or all but those listed. */
export interface OpenSteps {
  readonly isAll: boolean;
  /** In the order in which they were opened or closed. */
  readonly but: readonly number[];
}

const ALL = 'all';
/** In front, so that a single number does not stand alone: an address would put it in quotes. */
const ONLY = 'only';
const SEPARATOR = '-';

/** Reads it from an address: `only-3-7`, `all`, or `all-3`. What is no number is left out. */
export function parseOpen(text: string | undefined): OpenSteps {
  const [head, ...parts] = (text ?? '').split(SEPARATOR);
  const but = parts.map(Number).filter((number) => Number.isSafeInteger(number) && number > 0);
  return { isAll: head === ALL, but: [...new Set(but)].slice(-OPEN_STEPS_MAX) };
}

export function formatOpen({ isAll, but }: OpenSteps): string | undefined {
  if (!isAll && but.length === 0) return undefined;
  return [isAll ? ALL : ONLY, ...but].join(SEPARATOR);
}

export function isOpen({ isAll, but }: OpenSteps, sequence: number): boolean {
  return but.includes(sequence) !== isAll;
}

/** The other way round for one step; of too many the oldest goes back to what it was. */
export function toggleOpen({ isAll, but }: OpenSteps, sequence: number): OpenSteps {
  const rest = but.filter((item) => item !== sequence);
  return { isAll, but: rest.length < but.length ? rest : [...rest, sequence].slice(-OPEN_STEPS_MAX) };
}
