import { join } from 'node:path';
import {
  type PackageFolder,
  readPackageFolder,
  snapshotBatch,
  snapshotPackages,
} from '@changeover/capability-core/registry';
import type { ScenarioEnvironment } from './environment.js';
import { PACKAGE_READ_TIMEOUT_MS } from './limits.js';

/** The versions of the package that the demonstration project holds. */
export type Edition = '1.0.0' | '1.1.0';

/** What the console lets a package's configuration name. */
const VARIABLES = ['CHANGEOVER_NODE', 'CHANGEOVER_DEMO_SERVER'];

/** The package in the demonstration project, as the library reads it. */
export function demoPackage(environment: ScenarioEnvironment, edition: Edition): Promise<PackageFolder> {
  return readPackageFolder(join(environment.app, 'demo/packages', `field-notes-${edition}`), {
    signal: AbortSignal.timeout(PACKAGE_READ_TIMEOUT_MS),
    variables: VARIABLES,
  });
}

/** The digest of a generation that is made of one package, computed without the console. */
export async function generationDigest(
  environment: ScenarioEnvironment,
  edition: Edition,
  numbers: { readonly generation: number; readonly registryGeneration: number },
): Promise<string> {
  const snapshot = snapshotPackages([await demoPackage(environment, edition)], {
    generation: numbers.registryGeneration,
    adapters: {
      // What a server does is no part of the digest, and nothing is started here.
      mcp: () => ({ prepare: () => Promise.reject(new Error('This batch is only looked at')) }),
    },
  });
  return snapshotBatch(snapshot, numbers.generation).target.digest;
}
