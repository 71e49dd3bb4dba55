import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@changeover\/capability-core$/,
        replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)),
      },
      {
        find: /^@changeover\/capability-core\/([\w-]+)$/,
        replacement: fileURLToPath(new URL('src/$1/index.ts', import.meta.url)),
      },
    ],
  },
  test: {
    // Its files share no state that outlives a test, and loading everything anew for each takes longer than they do.
    isolate: false,
    name: 'capability-core',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Tests that fill a bound to the last do much work; on a busy machine that takes a while.
    testTimeout: 60_000,
  },
});
