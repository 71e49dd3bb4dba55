import * as z from 'zod';
import { CAPABILITY_SET_SCHEMA } from './canonical-set.js';
import { CapabilityContribution } from './capability-contribution.js';
import { CapabilityDescriptor } from './capability-descriptor.js';
import { CapabilityId } from './capability-id.js';
import { CAPABILITY_KINDS } from './capability-kind.js';
import { CapabilitySetError } from './capability-set-error.js';
import { CapabilitySource } from './capability-source.js';
import { CodeCatalogGeneration } from './code-catalog-generation.js';
import { Sha256Digest } from './sha256-digest.js';
import { USE_GENERATION_SCHEMA, UseCapabilityGeneration } from './use-capability-generation.js';
import { UsePackageGeneration } from './use-package-generation.js';

/** Rebuilds a set from its parts; handed in because the set's class itself reads through this file. */
export type RebuildSet<S> = (
  generation: CodeCatalogGeneration,
  useGeneration: UseCapabilityGeneration | null,
  contributions: readonly CapabilityContribution[],
) => S;

const digest = z.string().transform((text) => Sha256Digest.parse(text));
const idSchema = z.strictObject({ source: z.string(), kind: z.enum(CAPABILITY_KINDS), localId: z.string() });
const cursorSchema = z.strictObject({
  schema: z.literal(USE_GENERATION_SCHEMA),
  generation: z.int(),
  revision: z.string(),
  registryRevision: z.string(),
});
const evidenceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['builtIn', 'host', 'session']), revision: digest }),
  z.strictObject({
    kind: z.literal('usePackage'),
    capability: cursorSchema,
    package: z.strictObject({
      packageId: z.string(),
      componentId: z.string(),
      route: z.string(),
      version: z.string(),
      lifecycleGeneration: z.int(),
      packageDigest: digest,
      manifestDigest: digest,
    }),
  }),
]);
const setSchema = z.strictObject({
  schema: z.literal(CAPABILITY_SET_SCHEMA),
  generation: z.int(),
  useGeneration: cursorSchema.nullable(),
  sources: z.array(z.strictObject({ id: z.string(), class: z.string(), evidence: evidenceSchema })),
  capabilities: z.array(
    z.strictObject({
      id: idSchema,
      publicName: z.string(),
      surfaceDigest: digest,
      dependencies: z.array(idSchema),
    }),
  ),
});

type SetDocument = z.output<typeof setSchema>;
type SourceDocument = SetDocument['sources'][number];

/** Reads a set's canonical JSON; the result's canonical JSON is the very same text. */
export function parseCanonicalSet<S extends { canonicalJson(): string }>(
  json: string,
  rebuild: RebuildSet<S>,
): S {
  const document = readDocument(json);
  const set = rebuild(
    CodeCatalogGeneration.of(document.generation),
    document.useGeneration === null ? null : UseCapabilityGeneration.parse(document.useGeneration),
    contributionsOf(document),
  );
  // Key order, spelling of sources and duplicates are all caught at once: there is one canonical text per set.
  if (set.canonicalJson() !== json) throw refused('$', 'it is not in canonical form');
  return set;
}

function readDocument(json: string): SetDocument {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw refused('$', 'it is not JSON', cause);
  }
  const parsed = setSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(
    ['$', ...(issue?.path ?? [])].join('.'),
    issue?.message ?? 'it has another shape',
    parsed.error,
  );
}

function contributionsOf(document: SetDocument): CapabilityContribution[] {
  const descriptors = new Map<string, CapabilityDescriptor[]>(document.sources.map(({ id }) => [id, []]));
  for (const { id, publicName, surfaceDigest, dependencies } of document.capabilities) {
    const ofSource = descriptors.get(id.source);
    if (ofSource === undefined) throw refused('$.sources', `the source ${id.source} is missing`);
    ofSource.push(
      new CapabilityDescriptor({
        source: { id: id.source },
        kind: id.kind,
        localId: id.localId,
        publicName,
        surfaceDigest,
        dependencies: dependencies.map((to) => new CapabilityId(to.source, to.kind, to.localId)),
      }),
    );
  }
  return document.sources.map(
    (source) => new CapabilityContribution(sourceOf(source), descriptors.get(source.id) ?? []),
  );
}

function sourceOf({ id, evidence }: SourceDocument): CapabilitySource {
  const local = id.slice(id.indexOf('/') + 1);
  switch (evidence.kind) {
    case 'builtIn':
      return CapabilitySource.builtin(local, evidence.revision);
    case 'host':
      return CapabilitySource.host(local, evidence.revision);
    case 'session':
      return CapabilitySource.session(local, evidence.revision);
    case 'usePackage':
      return CapabilitySource.usePackage(
        UseCapabilityGeneration.parse(evidence.capability),
        new UsePackageGeneration(evidence.package),
      );
  }
}

function refused(path: string, reason: string, cause?: unknown): CapabilitySetError {
  return new CapabilitySetError(
    { code: 'canonical-encoding', path, reason },
    cause === undefined ? {} : { cause },
  );
}
