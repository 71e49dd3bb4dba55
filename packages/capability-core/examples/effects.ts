import {
  Agent,
  CapabilityContribution,
  CapabilityDescriptor,
  type CapabilityEffect,
  type CapabilityProjectionAdapter,
  CapabilityRuntimeError,
  CapabilitySet,
  CapabilitySource,
  CapabilityValue,
  CodeCatalogGeneration,
  PreparedCapability,
  RehearsalModel,
  SessionCapabilityBatch,
  Sha256Digest,
  ToolOutput,
} from '@changeover/capability-core';

/** Something that is open while a generation is used. */
function connection(name: string): CapabilityEffect {
  console.log(`open ${name}`);
  return { name, close: () => console.log(`close ${name}`) };
}

/** Makes a tool ready that needs a connection. */
function adapterOf(name: string): CapabilityProjectionAdapter {
  return {
    prepare: async ({ signal }) => {
      signal.throwIfAborted();
      const tool = CapabilityValue.tool({
        name,
        description: `Looks into ${name}.`,
        parameters: { type: 'object' },
        execute: async () => ToolOutput.success('Nothing there.'),
      });
      return new PreparedCapability(tool).pushEffect(connection(name));
    },
  };
}

const unavailable: CapabilityProjectionAdapter = {
  prepare: async () => {
    throw new Error('the server is down');
  },
};

/** A batch of tools, each made ready after the one before it. */
function batchOf(generation: number, adapters: Record<string, CapabilityProjectionAdapter>) {
  const source = CapabilitySource.host('example', Sha256Digest.ofText(`release ${generation}`));
  const descriptors: CapabilityDescriptor[] = [];
  for (const name of Object.keys(adapters)) {
    const dependencies = descriptors.slice(-1).map(({ id }) => id);
    const surfaceDigest = Sha256Digest.ofText(name);
    descriptors.push(
      new CapabilityDescriptor({
        source,
        kind: 'tool',
        localId: name,
        publicName: name,
        surfaceDigest,
        dependencies,
      }),
    );
  }
  const contribution = new CapabilityContribution(source, descriptors);
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [contribution]);
  const batch = SessionCapabilityBatch.create(set);
  for (const { id, publicName } of descriptors) {
    batch.stage(id, adapters[publicName] ?? unavailable);
  }
  return batch;
}

const model = new RehearsalModel({ turns: [{ text: 'Done.' }] });
const session = Agent.fromConfig().buildSession('.', model);

const refusal = await session
  .applyCapabilityBatch(batchOf(1, { archive: adapterOf('archive'), mailbox: unavailable }))
  .catch((error: unknown) => error);
if (refusal instanceof CapabilityRuntimeError) console.log(`${refusal.code}: ${refusal.message}`);
const { rollbackBatches, clean } = await session.drainCapabilityCleanup();
console.log(`${rollbackBatches} batch undone, ${clean ? 'cleanly' : 'not cleanly'}`);

await session.applyCapabilityBatch(
  batchOf(1, { archive: adapterOf('archive'), mailbox: adapterOf('mailbox') }),
);
await session.close();
