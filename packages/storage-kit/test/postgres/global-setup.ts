import type { TestProject } from 'vitest/node';
import { compileSources } from '../compile-sources.js';
import { type ServerAddress, TestServer } from './test-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: ServerAddress;
    /** The folder of the compiled sources, for programs that run in processes of their own. */
    readonly modules: string;
  }
}

/** One server for all tests of the project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const modules = await compileSources();
  const server = await TestServer.start();
  project.provide('postgres', server.address);
  project.provide('modules', modules.folder);
  return async () => {
    await server[Symbol.asyncDispose]();
    await modules.remove();
  };
}
