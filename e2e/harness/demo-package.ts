import { join } from 'node:path';
import { PackageRegistry, snapshotBatch } from '@changeover/capability-core/registry';
import type { ScenarioEnvironment } from './environment.js';
import { PACKAGE_READ_TIMEOUT_MS } from './limits.js';
import { scratchFolder } from './scratch-folder.js';

/** What the console lets a package's configuration name. */
const VARIABLES = ['CHANGEOVER_NODE', 'CHANGEOVER_DEMO_SERVER'];

/** What a server does is no part of a digest, and nothing is started here. */
const NO_SERVERS = {
  mcp: () => ({ prepare: () => Promise.reject(new Error('This batch is only looked at')) }),
};

/**
 * The digests of a session's generations 1, 2, … when packages of the demonstration project are installed one after
 * another and each change is applied; computed by the library without the console.
 */
export async function generationDigests(
  environment: ScenarioEnvironment,
  folders: readonly string[],
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(PACKAGE_READ_TIMEOUT_MS);
  const root = await scratchFolder(environment, 'registry');
  await using registry = await PackageRegistry.open({ root, signal, variables: VARIABLES });
  const digests: string[] = [];
  for (const folder of folders) {
    const { digest } = await registry.install(join(environment.app, 'demo/packages', folder), { signal });
    const plan = await registry.plan({ add: [digest] }, { signal });
    for (const { server } of plan.consents) {
      await registry.decide({ digest, server, decision: 'allowed' }, { signal });
    }
    const { generation } = await registry.apply(plan, { signal });
    const snapshot = await registry.snapshot({ generation, adapters: NO_SERVERS, signal });
    digests.push(snapshotBatch(snapshot, digests.length + 1).target.digest);
  }
  return digests;
}
