import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

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
    exclude: ['test/postgres/**'],
    // Property and crash tests do much work; on a busy machine that takes a while.
    testTimeout: 60_000,
  },
});
