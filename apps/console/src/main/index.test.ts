import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let printed: string[];
let handlers: Map<string | symbol, (fault: unknown) => void>;

beforeEach(() => {
  printed = [];
  handlers = new Map();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  // The process of the tests has its own answer to a fault: the entry's is kept apart.
  vi.spyOn(process, 'on').mockImplementation((event, listener) => {
    handlers.set(event, listener);
    return process;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Runs the entry as a new process does, and returns the Electron that it ran on. */
async function begin(isFirstInstance: boolean) {
  vi.resetModules();
  const { double, electron } = await import('../../test/electron/electron-double.js');
  vi.doMock('electron', () => electron);
  const { exitCodes } = await import('./exit-codes.js');
  double.isFirstInstance = isFirstInstance;
  await import('./index.js');
  return { double, app: electron.app, exitCodes };
}

test('the first instance opens a window, in the sandbox, on an origin of its own', async () => {
  const { double, app } = await begin(true);
  await expect.poll(() => double.windows).toHaveLength(1);
  expect(app.isSandboxed).toBe(true);
  expect(double.schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  expect(app.exits).toEqual([]);
});

test('a second instance says which folder is in use, and ends with a code of its own', async () => {
  const { double, app, exitCodes } = await begin(false);
  expect(printed.join('')).toContain(`[second-instance]: Changeover already runs with the data folder`);
  expect(printed.join('')).toContain(double.userData);
  expect(app.exits).toEqual([exitCodes.secondInstance]);
  expect(double.windows).toEqual([]);
});

test.each([
  ['uncaughtException', new TypeError('x is not a function'), 'x is not a function'],
  ['unhandledRejection', 'a word', 'a word'],
])('a fault that nobody expected (%s) is told, and ends the application', async (event, fault, message) => {
  const { app, exitCodes } = await begin(true);
  handlers.get(event)?.(fault);
  expect(printed.at(-1)).toContain(`[main-failed]: ${message}`);
  expect(printed.at(-1)).toContain('what was stored is safe');
  expect(app.exits).toEqual([exitCodes.mainFailed]);
});
