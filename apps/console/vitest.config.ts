import { defineConfig } from 'vitest/config';

/** They draw in a document. */
export const PAGE_TESTS = ['src/renderer/**/*.test.tsx', 'src/renderer/**/*.dom.test.ts'];

/** They put a double in Electron's place, for which a file must have its modules for itself. */
export const ELECTRON_TESTS = ['src/main/**/*.test.ts', 'test/electron/**/*.test.ts'];

export default defineConfig({
  test: {
    name: 'console',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...PAGE_TESTS, ...ELECTRON_TESTS],
    // Its files share no state that outlives a test, and loading everything anew for each takes longer than they do.
    isolate: false,
    // A test of the host starts real servers: seconds of work on a busy machine.
    testTimeout: 30_000,
  },
});
