import type { AgentDefinition } from '../kinds/agent-definition.js';
import type { KnowledgeBinding } from '../kinds/knowledge-binding.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import { LoadSkill } from './load-skill.js';
import { ParallelTaskTool } from './parallel-task-tool.js';
import { SearchKnowledge } from './search-knowledge.js';
import { SearchSkills } from './search-skills.js';
import { SkillSearch } from './skill-search.js';
import { TaskTool } from './task-tool.js';

/** Names of the tools that a run may bring itself; no other tool has them, in whatever run. */
export const BUILT_IN_TOOL_NAMES: readonly string[] = Object.freeze([
  SearchSkills.toolName,
  LoadSkill.toolName,
  SearchKnowledge.toolName,
  TaskTool.toolName,
  ParallelTaskTool.toolName,
]);

/** The tools that a run with these skills and this knowledge has besides those it is given. */
export function builtInTools(
  skills: ReadonlyMap<string, Skill>,
  knowledge: KnowledgeBinding | null,
): readonly Tool[] {
  return [...skillTools(skills), ...(knowledge === null ? [] : [new SearchKnowledge(knowledge)])];
}

/** None, unless a model may use a skill. */
function skillTools(skills: ReadonlyMap<string, Skill>): readonly Tool[] {
  const usable = new Map([...skills].filter(([_name, skill]) => !skill.disableModelInvocation));
  if (usable.size === 0) {
    return [];
  }
  const search = new SkillSearch(usable.values());
  return [new SearchSkills(search), new LoadSkill(usable, search)];
}

/** The tools that a run has which may hand work to these agents. */
export function delegatingTools(agents: ReadonlyMap<string, AgentDefinition>): readonly Tool[] {
  return [new TaskTool(agents), new ParallelTaskTool(agents)];
}
