// @ts-check

/** The share of its lines, in percent, that the tests of each part run at least. */
export const coverageShare = 95;

/** How many of the files with the most lines that no test runs are named, for each part below its share. */
export const worstFiles = 5;
