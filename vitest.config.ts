import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      'packages/storage-kit/vitest.{engine,postgres}.config.ts',
      'apps/console/vitest*.config.ts',
      'scripts',
    ],
    // `npx vitest run --coverage` lists what is not covered; `npm test` measures the same and wants its share.
    coverage: {
      provider: 'v8',
      // A file that no test loads counts as well, with none of its lines covered.
      include: ['packages/*/src/**/*.ts', 'apps/console/src/**/*.{ts,tsx}'],
      exclude: ['**/*.test.{ts,tsx}', '**/*.test-d.ts', '**/*.d.ts'],
      reporter: [['text', { skipFull: true }]],
      reportOnFailure: true,
    },
  },
});
