import {
  CapabilityContribution,
  CapabilityDescriptor,
  CapabilitySet,
  CapabilitySource,
  CodeCatalogGeneration,
  Sha256Digest,
  ToolOutput,
} from '../../../../packages/capability-core/dist/index.js';

const digest = Sha256Digest.ofText('bench');
const source = CapabilitySource.host('bench', digest);
const parameters = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };

/** Tools that are ready as they are. */
export function readyTools(count) {
  return Array.from({ length: count }, (_, index) => ({
    name: `tool-${index}`,
    description: `Answers question ${index}.`,
    parameters,
    execute: async () => ToolOutput.success('done'),
  }));
}

/** The set of those tools, as generation so-and-so. */
export function setOf(generation, tools) {
  const descriptors = tools.map(
    ({ name }) =>
      new CapabilityDescriptor({
        source,
        kind: 'tool',
        localId: name,
        publicName: name,
        surfaceDigest: digest,
      }),
  );
  return CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [
    new CapabilityContribution(source, descriptors),
  ]);
}
