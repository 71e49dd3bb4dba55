/** The only origin that a window of the application ever shows. */
export const PAGE_ORIGIN = 'app://console';
