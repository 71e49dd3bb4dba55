/** Runs of one generation that the map draws one by one, the oldest; the rest of them is one line. */
export const RUNS_PER_GENERATION = 12;

/** Generations that the map draws; of more those of the last sessions are left to the table. */
export const GENERATIONS_MAX = 100;
