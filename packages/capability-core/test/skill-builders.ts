import {
  CapabilityContribution,
  CapabilitySet,
  type CapabilitySource,
  CapabilityValue,
  CodeCatalogGeneration,
  SessionCapabilityBatch,
  type Skill,
  type UseGenerationLeaseProvider,
} from '../src/index.js';
import { descriptor, hostSource, packageSource } from './set-builders.js';

/** A skill that says as little as it may. */
export function skillOf(name: string, over: Partial<Omit<Skill, 'name'>> = {}): Skill {
  return {
    name,
    description: '',
    disableModelInvocation: false,
    kind: 'instruction',
    content: `Do as ${name} says.`,
    tags: [],
    ...over,
  };
}

/** A batch of one host's skills. */
export function skillBatch(generation: number, skills: readonly Skill[]): SessionCapabilityBatch {
  const contribution = contributionOf(hostSource(), skills);
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [contribution]);
  return staged(SessionCapabilityBatch.create(set), skills);
}

/** A batch of one package's skills. */
export function packageSkillBatch(
  generation: number,
  skills: readonly Skill[],
  provider: UseGenerationLeaseProvider,
): SessionCapabilityBatch {
  const contribution = contributionOf(packageSource(provider.useGeneration), skills);
  const set = CapabilitySet.fromUseProjection(CodeCatalogGeneration.of(generation), provider.useGeneration, [
    contribution,
  ]);
  return staged(SessionCapabilityBatch.fromUseProjection(set, provider), skills);
}

function contributionOf(source: CapabilitySource, skills: readonly Skill[]): CapabilityContribution {
  const descriptors = skills.map(({ name }, index) =>
    descriptor(`skill-${index}`, { source, kind: 'skill', publicName: name }),
  );
  return new CapabilityContribution(source, descriptors);
}

function staged(batch: SessionCapabilityBatch, skills: readonly Skill[]): SessionCapabilityBatch {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  for (const { id, publicName } of batch.target.capabilities) {
    const skill = byName.get(publicName);
    if (skill !== undefined) batch.stageValue(id, CapabilityValue.skill(skill));
  }
  return batch;
}
