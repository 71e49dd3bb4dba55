/** Retired generations are drawn only while there are fewer bands than this; the table has all of them. */
export const BANDS_MAX = 8;

/** Bands of generations that are in force or held; the table has the older ones as well. */
export const LIVE_BANDS_MAX = 24;

/** Rows of run threads in one band. */
export const LANES_PER_BAND_MAX = 6;

/** A stretch without any event is drawn true to scale up to this length, whatever its share of the width. */
export const IDLE_MIN_MS = 10_000;

/** Largest share of the width that one stretch without any event may take. */
export const IDLE_SHARE_MAX = 0.3;

/** Shortest time that the axis spans. */
export const SPAN_MIN_MS = 5_000;

/** Lines on each side up to which two texts are aligned line by line. */
export const ALIGNED_LINES_MAX = 400;

/** Related capabilities that the inspector lists; a server of four thousand tools is needed by all of them. */
export const RELATED_MAX = 50;

/** Servers whose starts are compared below the changes of two generations. */
export const SERVER_CHANGES_MAX = 20;

/** Runs that hold a generation which the inspector lists; the table of runs has all of them. */
export const HOLDERS_MAX = 50;
