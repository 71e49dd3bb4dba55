import { defineConfig } from 'vitest/config';
import storageKit, { ENGINE_TESTS } from './vitest.config.js';

export default defineConfig({
  ...storageKit,
  test: {
    ...storageKit.test,
    name: 'storage-kit-engine',
    include: ENGINE_TESTS,
    exclude: [],
    isolate: true,
  },
});
