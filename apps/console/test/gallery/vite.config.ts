import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CONTENT_SECURITY_POLICY } from '../../src/protocol/content-policy.js';

const folder = import.meta.dirname;

/** The real page over canned states, built and served as strictly as the application serves it. */
export default defineConfig({
  root: folder,
  publicDir: resolve(folder, '../../src/renderer/public'),
  plugins: [react(), tailwindcss()],
  build: {
    target: 'chrome114',
    assetsInlineLimit: 0,
    outDir: resolve(folder, '../../out/gallery'),
    emptyOutDir: true,
  },
  preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': CONTENT_SECURITY_POLICY } },
});
