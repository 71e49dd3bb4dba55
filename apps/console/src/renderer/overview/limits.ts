/** Sessions that a line of the overview names; it counts the others. */
export const SESSIONS_NAMED_MAX = 4;
