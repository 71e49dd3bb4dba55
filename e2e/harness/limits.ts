/** From the start of a program until it must say that it is ready, in milliseconds. */
export const START_TIMEOUT_MS = 30_000;

/** From the polite request to end until the process is killed, in milliseconds. */
export const CLOSE_TIMEOUT_MS = 10_000;

/** How long a killed process may still be seen, in milliseconds. */
export const KILL_TIMEOUT_MS = 5_000;

/** How long the library may read a package of the demonstration, in milliseconds. */
export const PACKAGE_READ_TIMEOUT_MS = 5_000;

/** How long a package may take to be packed, or to be fetched with what it needs and installed, in milliseconds. */
export const INSTALL_TIMEOUT_MS = 120_000;
