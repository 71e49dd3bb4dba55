/** Most turns of one rehearsal script. */
export const REHEARSAL_TURNS_MAX = 1_000;

/** Longest pause, in milliseconds, that a rehearsal script may ask for at one point. */
export const REHEARSAL_PACE_MS_MAX = 60_000;

/** Objects and arrays inside each other that the arguments of a tool call may have. */
export const MODEL_ARGUMENTS_DEPTH_MAX = 100;
