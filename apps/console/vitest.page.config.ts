import { defineConfig } from 'vitest/config';
import { PAGE_TESTS } from './vitest.config.js';

export default defineConfig({
  test: {
    name: 'console page',
    include: PAGE_TESTS,
    environment: 'happy-dom',
    // Loading the page's modules anew for each file takes longer than its tests do.
    isolate: false,
    // A test of the page draws all of it and looks for things by role: seconds of work on a busy machine.
    testTimeout: 30_000,
  },
});
