/** Effects of one scope. */
export const MAX_SCOPE_EFFECTS = 1_024;
/** Tasks of one scope, those included that have finished. */
export const MAX_SCOPE_TASKS = 1_024;
/** Children of one scope that are not closed. */
export const MAX_SCOPE_CHILDREN = 1_024;
