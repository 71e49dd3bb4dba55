import {
  Agent,
  type AgentSession,
  CapabilityContribution,
  CapabilityDescriptor,
  type CapabilityEffect,
  type CapabilityId,
  type CapabilityKind,
  CapabilitySet,
  CapabilitySource,
  CapabilityValue,
  CodeCatalogGeneration,
  type LlmClient,
  PermissionPolicy,
  publicNameOf,
  SessionCapabilityBatch,
  type SessionOptions,
  Sha256Digest,
  type Skill,
  type Tool,
  ToolOutput,
  UseCapabilityGeneration,
  type UseGenerationLeaseProvider,
  UsePackageGeneration,
} from '../../src/index.js';
import { LeaseProviderDouble, ReadyAdapter, ScriptedModel } from '../../src/testing/index.js';

export function digest(digit: string): Sha256Digest {
  return Sha256Digest.parse(`sha256:${digit.repeat(64)}`);
}

export function useGeneration(generation: number, revision: string): UseCapabilityGeneration {
  return new UseCapabilityGeneration(generation, digest(revision), digest('f'));
}

/** A set and the ids in it by public name. */
export interface NamedSet {
  readonly set: CapabilitySet;
  readonly ids: ReadonlyMap<string, CapabilityId>;
}

/** Name and surface digest of each capability. */
export type NamedSurfaces = readonly (readonly [name: string, surface: string])[];

/** A set of one package's tools. */
export function useToolSet(
  codeGeneration: number,
  upstream: UseCapabilityGeneration,
  names: NamedSurfaces,
): NamedSet {
  return useKindSet(codeGeneration, upstream, 'tool', names);
}

/** A set of one package's skills. */
export function useSkillSet(
  codeGeneration: number,
  upstream: UseCapabilityGeneration,
  names: NamedSurfaces,
): NamedSet {
  return useKindSet(codeGeneration, upstream, 'skill', names);
}

/** A set of one package's capabilities of one kind. */
export function useKindSet(
  codeGeneration: number,
  upstream: UseCapabilityGeneration,
  kind: CapabilityKind,
  names: NamedSurfaces,
): NamedSet {
  const source = CapabilitySource.usePackage(
    upstream,
    new UsePackageGeneration({
      packageId: 'acme/runtime-tools',
      componentId: 'use/acme-runtime-tools',
      route: 'runtime-tools',
      version: '1.0.0',
      lifecycleGeneration: upstream.generation,
      packageDigest: digest('d'),
      manifestDigest: digest('e'),
    }),
  );
  const descriptors = names.map(
    ([name, surface]) =>
      new CapabilityDescriptor({
        source,
        kind,
        localId: name,
        publicName: name,
        surfaceDigest: digest(surface),
      }),
  );
  const contribution = new CapabilityContribution(source, descriptors);
  const set = CapabilitySet.fromUseProjection(CodeCatalogGeneration.of(codeGeneration), upstream, [
    contribution,
  ]);
  return { set, ids: new Map(descriptors.map(({ id, publicName }) => [publicName, id])) };
}

/** A tool that says its version and writes it down. */
export function versionedTool(name: string, version: string, executions: string[] = []): CapabilityValue {
  const tool: Tool = {
    name,
    description: version,
    parameters: {
      type: 'object',
      properties: { generation: { type: 'string' } },
      additionalProperties: false,
    },
    execute: async () => {
      executions.push(version);
      return ToolOutput.success(version);
    },
  };
  return CapabilityValue.tool(tool);
}

/** A skill that says its version wherever a skill can. */
export function versionedSkill(name: string, version: string): CapabilityValue {
  return CapabilityValue.skill({
    name,
    description: version,
    allowedTools: 'search_skills(*)',
    disableModelInvocation: false,
    kind: 'instruction',
    content: `Pinned instructions for ${version}.`,
    tags: ['pinned'],
    version,
  });
}

/** A skill that a host adds beside what is published. */
export function compatibilitySkill(name: string): Skill {
  const value = versionedSkill(name, 'compatibility');
  if (value.kind !== 'skill') throw new Error('it is no skill');
  return value.skill;
}

/** An agent that says its version. */
export function projectedAgent(name: string, version: string): CapabilityValue {
  return CapabilityValue.agent({ name, description: version, prompt: `PROJECTED_AGENT_${version}` });
}

/** A batch of one package's capability of one kind, and what leases that package. */
export function kindBatch(
  codeGeneration: number,
  upstream: UseCapabilityGeneration,
  surface: string,
  value: CapabilityValue,
  ...effects: readonly CapabilityEffect[]
): { readonly batch: SessionCapabilityBatch; readonly provider: LeaseProviderDouble } {
  const name = publicNameOf(value);
  const { set, ids } = useKindSet(codeGeneration, upstream, value.kind, [[name, surface]]);
  const provider = new LeaseProviderDouble(upstream);
  const batch = SessionCapabilityBatch.fromUseProjection(set, provider);
  batch.stage(idOf(ids, name), new ReadyAdapter(value, ...effects));
  return { batch, provider };
}

/** A batch of one tool named `projected`. */
export function projectedBatch(
  codeGeneration: number,
  provider: UseGenerationLeaseProvider,
  { surface, version, executions }: { surface: string; version: string; executions?: string[] },
): SessionCapabilityBatch {
  const { set, ids } = useToolSet(codeGeneration, provider.useGeneration, [['projected', surface]]);
  const batch = SessionCapabilityBatch.fromUseProjection(set, provider);
  batch.stageValue(idOf(ids, 'projected'), versionedTool('projected', version, executions));
  return batch;
}

export function idOf(ids: ReadonlyMap<string, CapabilityId>, name: string): CapabilityId {
  const id = ids.get(name);
  if (id === undefined) {
    throw new Error(`no capability is named ${name}`);
  }
  return id;
}

/** A session whose model must not be called. */
export function testSession(name: string): AgentSession {
  return Agent.fromConfig().buildSession(`/tmp/${name}`, new ScriptedModel(), { sessionId: name });
}

export function testSessionWithClient(
  name: string,
  client: LlmClient,
  options: SessionOptions = {},
): AgentSession {
  const permissionPolicy = new PermissionPolicy().allow('*');
  return Agent.fromConfig().buildSession(`/tmp/${name}`, client, {
    sessionId: name,
    permissionPolicy,
    ...options,
  });
}
