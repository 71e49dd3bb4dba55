import { digestWithTrailingLength } from './canonical-framing.js';
import type { CapabilityDescriptor } from './capability-descriptor.js';
import type { CapabilityId } from './capability-id.js';
import { CapabilitySetError } from './capability-set-error.js';
import type { CapabilitySource } from './capability-source.js';
import type { CodeCatalogGeneration } from './code-catalog-generation.js';
import { MAX_CANONICAL_BYTES } from './limits.js';
import type { Sha256Digest } from './sha256-digest.js';
import type { UseCapabilityGeneration } from './use-capability-generation.js';

/** Wire name of a set's canonical form. */
export const CAPABILITY_SET_SCHEMA = 'a3s.code.capability-set.v1';

const DIGEST_DOMAIN = 'a3s-code-capability';
const encoder = new TextEncoder();
const UNESCAPED = /^[ !#-[\]-~]*$/;

/** What a set's canonical form is made of; arrays already in canonical order. */
export interface CanonicalSetContent {
  readonly generation: CodeCatalogGeneration;
  readonly useGeneration: UseCapabilityGeneration | null;
  readonly sources: readonly CapabilitySource[];
  readonly capabilities: readonly CapabilityDescriptor[];
}

/** Descriptors whose texts are joined before they are encoded: more make a text that is slow to join, fewer many encodings. */
const DESCRIPTORS_PER_PIECE = 64;

/** Canonical JSON of a set: fixed key order, no white space. */
export function canonicalSetJson(content: CanonicalSetContent): string {
  return [...canonicalSetPieces(content)].join('');
}

/**
 * Digest of a set's canonical JSON, which is never one text: it may be 16 MiB long.
 *
 * @throws CapabilitySetError `bound-exceeded` (`canonical_bytes`)
 */
export function canonicalSetDigest(content: CanonicalSetContent): Sha256Digest {
  const payload: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of canonicalSetPieces(content)) {
    const encoded = encoder.encode(piece);
    bytes += encoded.length;
    if (bytes > MAX_CANONICAL_BYTES) {
      throw new CapabilitySetError({
        code: 'bound-exceeded',
        field: 'canonical_bytes',
        max: MAX_CANONICAL_BYTES,
      });
    }
    payload.push(encoded);
  }
  return digestWithTrailingLength(DIGEST_DOMAIN, CAPABILITY_SET_SCHEMA, payload);
}

function* canonicalSetPieces(content: CanonicalSetContent): Generator<string, void, undefined> {
  let piece =
    `{"schema":"${CAPABILITY_SET_SCHEMA}","generation":${content.generation}` +
    `,"useGeneration":${JSON.stringify(content.useGeneration)}` +
    `,"sources":[${content.sources.map(sourceJson).join(',')}],"capabilities":[`;
  for (const [index, descriptor] of content.capabilities.entries()) {
    if (index > 0) piece += ',';
    piece += descriptorJson(descriptor);
    if (index % DESCRIPTORS_PER_PIECE === DESCRIPTORS_PER_PIECE - 1) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

/** Canonical JSON of an id inside a set or a ceiling. Identifiers need no escaping. */
export function canonicalIdJson(id: CapabilityId): string {
  return `{"source":"${id.source}","kind":"${id.kind}","localId":"${id.localId}"}`;
}

function sourceJson(source: CapabilitySource): string {
  return `{"id":"${source.id}","class":"${source.class}","evidence":${evidenceJson(source)}}`;
}

function evidenceJson({ evidence }: CapabilitySource): string {
  if (evidence.kind !== 'usePackage') return `{"kind":"${evidence.kind}","revision":"${evidence.revision}"}`;
  const { packageId, componentId, route, version, lifecycleGeneration, packageDigest, manifestDigest } =
    evidence.package;
  return JSON.stringify({
    kind: evidence.kind,
    capability: evidence.capability,
    package: { packageId, componentId, route, version, lifecycleGeneration, packageDigest, manifestDigest },
  });
}

function descriptorJson(descriptor: CapabilityDescriptor): string {
  let dependencies = '';
  for (const id of descriptor.dependencies) {
    dependencies += dependencies === '' ? canonicalIdJson(id) : `,${canonicalIdJson(id)}`;
  }
  return (
    `{"id":${canonicalIdJson(descriptor.id)},"publicName":${quoted(descriptor.publicName)}` +
    `,"surfaceDigest":"${descriptor.surfaceDigest}","dependencies":[${dependencies}]}`
  );
}

/** As JSON writes it; for a name of which nothing is escaped, in a third of the time. */
function quoted(name: string): string {
  return UNESCAPED.test(name) ? `"${name}"` : JSON.stringify(name);
}
