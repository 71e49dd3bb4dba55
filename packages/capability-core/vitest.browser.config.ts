import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import capabilityCore from './vitest.config.js';

/** Tests that need Node, and for what. Every other file runs in a browser too, without being named anywhere. */
const NODE_TESTS = {
  'src/{registry,mcp}/**': 'these entries are for Node',
  'test/registry/**': 'this entry is for Node',
  'test/package-*.test.ts': 'take packages from a folder and start their servers',
  'test/seeds/compatibility-mutation.test.ts': 'takes agents from a folder',
  'test/example.test.ts': 'starts a server',
  'test/documents.test.ts': 'reads the pages, and starts the compiler',
  'src/openai/{ended-call,exchange,open-ai-client,streamed-answer}.test.ts': 'start a server',
  'src/ai-sdk/provider-failure.test.ts': 'starts a server',
  'test/session-model-clients.test.ts': 'starts a server',
  'src/kinds/ui-asset-in-logs.test.ts': 'asks how Node shows a value in a log',
  'test/session-forgotten-pins.test.ts': 'collects garbage when it wants to',
  'test/signal-listeners.test.ts': 'listens for warnings of Node',
};

/**
 * Every package that these tests load, bundled before the page is opened; one that is missing here is loaded file by
 * file, if that is possible at all. Vite finds them by itself too, but some so late that it loads the page again in the
 * middle of a test.
 */
const PACKAGES = [
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  'ai/test',
  'ajv',
  'ajv/dist/2020.js',
  'eventsource-parser',
  'fast-check',
  'yaml',
  'zod',
];

const { CHROMIUM, CHROMIUM_PROFILE } = process.env;
if (CHROMIUM === undefined || CHROMIUM_PROFILE === undefined)
  throw new Error(
    'There is no browser to test in: `npm run e2e -- capability-core` prepares one and runs this.',
  );

// No project of the workspace: what it needs of the machine is prepared by `npm test` and `npm run e2e`.
export default defineConfig({
  ...capabilityCore,
  optimizeDeps: { noDiscovery: true, include: PACKAGES },
  test: {
    ...capabilityCore.test,
    name: 'capability-core in a browser',
    exclude: [...configDefaults.exclude, ...Object.keys(NODE_TESTS)],
    // A fault may let many tests wait in vain: those that are tried still end in time to be named.
    testTimeout: 15_000,
    bail: 10,
    // One page for all: a second one would load everything once more.
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      // There is nothing to see.
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: CHROMIUM, chromiumSandbox: true },
        // Who runs the browser may not write where it would put its profile by itself.
        persistentContext: CHROMIUM_PROFILE,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
