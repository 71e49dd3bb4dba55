import { defineConfig } from 'vitest/config';
import storageKit from './vitest.config.js';

// A project of its own, so that the server is started only when its tests run.
export default defineConfig({
  ...storageKit,
  test: {
    ...storageKit.test,
    name: 'storage-kit-postgres',
    include: ['test/postgres/**/*.test.ts'],
    exclude: [],
    globalSetup: ['test/postgres/global-setup.ts'],
    // The tests mock nothing and share the server, so they may share the modules as well.
    isolate: false,
  },
});
