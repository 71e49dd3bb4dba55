import {
  CapabilityContribution,
  CapabilityDescriptor,
  CapabilitySource,
  Sha256Digest,
  UsePackageGeneration,
} from '@changeover/capability-core';
import { type RegistrySnapshot, snapshotPackages } from '@changeover/capability-core/registry';
import { expect, it } from 'vitest';
import { packageBatch } from './package-batch.js';

const digest = Sha256Digest.ofText('content');
const serverAdapter = () => {
  throw new Error('no server is asked for');
};

/** A snapshot of one package with so many skills whose names are nothing but quotes and a number. */
function snapshotOfQuotes(skills: number): RegistrySnapshot {
  const empty = snapshotPackages([], { generation: 1, adapters: { mcp: serverAdapter } });
  const evidence = new UsePackageGeneration({
    packageId: 'quotes',
    componentId: 'plugin/quotes',
    route: 'quotes',
    version: '1.0.0',
    lifecycleGeneration: 1,
    packageDigest: digest,
    manifestDigest: digest,
  });
  const source = CapabilitySource.usePackage(empty.useGeneration, evidence);
  const descriptors = Array.from(
    { length: skills },
    (_, n) =>
      new CapabilityDescriptor({
        source,
        kind: 'skill',
        localId: `s${n}`,
        publicName: String(n).padEnd(256, '"'),
        surfaceDigest: digest,
      }),
  );
  const contributions = [new CapabilityContribution(source, descriptors)];
  return { ...empty, contributions, undecided: [], refusedServers: [] };
}

it('a batch that would take more than a record of the store is refused when it is made', async () => {
  const made = (skills: number) =>
    packageBatch(
      { snapshot: async () => snapshotOfQuotes(skills), consents: () => [] },
      { packageGeneration: 1, packages: ['quotes'] },
      {
        generation: 1,
        consent: 'required',
        owner: 'a test',
        serverAdapter,
        signal: new AbortController().signal,
      },
    );
  await expect(made(3)).resolves.toMatchObject({ packages: [], undecided: [], refused: [] });
  await expect(made(4_000)).rejects.toMatchObject({
    code: 'generation-too-large',
    message: expect.stringContaining('4000 capabilities'),
  });
});
