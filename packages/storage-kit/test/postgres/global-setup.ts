import type { TestProject } from 'vitest/node';
import { type CompiledSources, compileSources } from '../compile-sources.js';
import { type ServerAddress, TestServer } from './test-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: ServerAddress;
    /** The folder of the compiled sources, for programs that run in processes of their own. */
    readonly modules: string;
  }
}

let modules: CompiledSources | undefined;
let server: TestServer | undefined;

/** One server for all tests of the project. */
export async function setup({ provide }: TestProject): Promise<void> {
  modules = await compileSources();
  server = await TestServer.start();
  provide('postgres', server.address);
  provide('modules', modules.folder);
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
  await modules?.remove();
}
