/** The console's version, as its package has it. */
export const CONSOLE_VERSION = '0.1.0';
