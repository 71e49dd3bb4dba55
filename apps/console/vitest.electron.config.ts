import { defineConfig } from 'vitest/config';
import { ELECTRON_TESTS } from './vitest.config.js';

export default defineConfig({
  test: {
    name: 'console in electron',
    include: ELECTRON_TESTS,
  },
});
