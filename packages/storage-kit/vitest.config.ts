import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'storage-kit', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
});
