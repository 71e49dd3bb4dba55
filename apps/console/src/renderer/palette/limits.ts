/** Items of one group that are listed while nothing is asked for. */
export const GROUP_ITEMS_MAX = 6;

/** Items that are listed for what is asked for. */
export const FOUND_ITEMS_MAX = 60;

/** Items that were chosen last and stand first. */
export const RECENT_ITEMS_MAX = 5;

/** Sessions whose capabilities in force can be found. */
export const SEARCHED_CATALOGS_MAX = 8;

/** Longest text that items are searched by. */
export const QUERY_MAX_LENGTH = 120;

/** Longest address of a page that can be gone to. */
export const ADDRESS_MAX_LENGTH = 2_000;
