import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'console',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // A test of the page draws all of it and looks for things by role: seconds of work on a busy machine.
    testTimeout: 30_000,
  },
});
