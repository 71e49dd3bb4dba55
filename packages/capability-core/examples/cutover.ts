import {
  Agent,
  CapabilityContribution,
  CapabilityDescriptor,
  CapabilitySet,
  CapabilitySource,
  CapabilityValue,
  CodeCatalogGeneration,
  PermissionPolicy,
  RehearsalModel,
  SessionCapabilityBatch,
  Sha256Digest,
  ToolOutput,
} from '@changeover/capability-core';

/** The next generation of a session: one tool that says which release it comes from. */
function release(generation: number, version: string): SessionCapabilityBatch {
  const digest = Sha256Digest.ofText(version);
  const source = CapabilitySource.host('example', digest);
  const tool = new CapabilityDescriptor({
    source,
    kind: 'tool',
    localId: 'version',
    publicName: 'version',
    surfaceDigest: digest,
  });
  const contribution = new CapabilityContribution(source, [tool]);
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [contribution]);
  const batch = SessionCapabilityBatch.create(set);
  batch.stageValue(
    tool.id,
    CapabilityValue.tool({
      name: 'version',
      description: `Says the version, ${version}.`,
      parameters: { type: 'object' },
      execute: async () => ToolOutput.success(version),
    }),
  );
  return batch;
}

const model = new RehearsalModel({
  turns: [{ waitFor: 'go', toolCalls: [{ tool: 'version' }] }, { text: 'I used {{toolResult}}.' }],
});
const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });
await using session = agent.buildSession('.', model);
const signal = AbortSignal.timeout(5_000);

await session.applyCapabilityBatch(release(1, '1.0'));
const older = await session.spawnRun('Which version?');
await model.whenWaiting('go', { signal });
await session.applyCapabilityBatch(release(2, '2.0'));
model.release('go');
console.log('older:', (await older.result).text);

const newer = await session.spawnRun('Which version?');
await model.whenWaiting('go', { signal });
model.release('go');
console.log('newer:', (await newer.result).text);
