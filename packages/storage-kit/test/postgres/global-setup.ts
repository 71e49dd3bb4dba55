import type { TestProject } from 'vitest/node';
import { type ServerAddress, TestServer } from './test-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: ServerAddress;
  }
}

let server: TestServer | undefined;

/** One server for all tests of the project. */
export async function setup({ provide }: TestProject): Promise<void> {
  server = await TestServer.start();
  provide('postgres', server.address);
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
}
