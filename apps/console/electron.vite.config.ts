import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/** The oldest runtime that the built console must load on: Electron 25 with Node 18.15 and Chromium 114. */
const nodeTarget = 'node18.15';
const chromeTarget = 'chrome114';

/** sql.js looks for its module beside the script that loads it. */
const sqlWasm: Plugin = {
  name: 'sql-wasm',
  async generateBundle() {
    const path = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
    this.emitFile({ type: 'asset', fileName: 'sql-wasm.wasm', source: await readFile(path) });
  },
};

const source = (path: string): string => resolve(import.meta.dirname, 'src', path);

export default defineConfig({
  main: {
    plugins: [sqlWasm],
    build: {
      target: nodeTarget,
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: source('main/index.ts'),
          host: source('host/process.ts'),
          server: source('server/main.ts'),
          'checkpoint-worker': source('host/store/checkpoint-worker.ts'),
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name]-[hash].cjs',
          // What the runtime lacks has to be there before any class of a shared chunk is evaluated.
          strictExecutionOrder: true,
        },
      },
    },
  },
  preload: {
    build: {
      target: nodeTarget,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: source('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    plugins: [react(), tailwindcss()],
    build: {
      target: chromeTarget,
      // A data: URL would need a looser content policy than the application has.
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: source('renderer/index.html') } },
    },
  },
});
