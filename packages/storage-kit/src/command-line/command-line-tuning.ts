// How the commands pace themselves and part their work. What a user meets is in limits.ts.

/** Bytes that `export` gathers before it writes them. */
export const exportChunkBytes = 256 * 1024;
/** How long a command works before it lets signals and streams have their turn. */
export const workSliceMs = 50;
/** A command that ends sooner says nothing of its progress. */
export const progressAfterMs = 1000;
/** How often the line with the progress is rewritten on a terminal. */
export const progressRewriteMs = 200;
/** How often progress takes a new line where there is no terminal. */
export const progressLineMs = 5000;
/** Records or commits that a recovery applies at once: each for itself would take longer than what it does. */
export const salvageBatch = 500;
