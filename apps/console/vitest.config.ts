import { defineConfig } from 'vitest/config';

/** Tests of what runs in Electron's main process put a double in its place, for which a file must stand alone. */
export const ELECTRON_TESTS = ['src/main/**/*.test.ts', 'test/electron/**/*.test.ts'];

export default defineConfig({
  test: {
    name: 'console',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ELECTRON_TESTS,
    // Its files share no state that outlives a test, and loading everything anew for each takes longer than they do.
    isolate: false,
    // A test of the page draws all of it and looks for things by role: seconds of work on a busy machine.
    testTimeout: 30_000,
  },
});
