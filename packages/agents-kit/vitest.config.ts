import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'agents-kit', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
});
