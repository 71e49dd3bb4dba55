import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** sql.js has one engine in each process: those who bring one of their own have a process of their own. */
export const ENGINE_TESTS = ['test/engine-*.test.ts'];

export default defineConfig({
  resolve: {
    alias: {
      '@changeover/storage-kit/postgres': fileURLToPath(new URL('src/postgres/index.ts', import.meta.url)),
      '@changeover/storage-kit/lance': fileURLToPath(new URL('src/lance/index.ts', import.meta.url)),
      '@changeover/storage-kit': fileURLToPath(new URL('src/index.ts', import.meta.url)),
    },
  },
  test: {
    name: 'storage-kit',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/postgres/**', ...ENGINE_TESTS],
    // Its files share no state that outlives a test, and loading everything anew for each takes longer than they do.
    isolate: false,
    // Property and crash tests do much work; on a busy machine that takes a while.
    testTimeout: 60_000,
  },
});
