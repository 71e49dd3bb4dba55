import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import type { Skill } from '../kinds/skill.js';
import type { ToolCapabilities } from '../kinds/tool-capabilities.js';
import { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';
import { findByName } from './bare-name.js';
import { cutText } from './cut-text.js';
import {
  SKILL_ALLOWED_TOOLS_BYTES_MAX,
  SKILL_CANDIDATES_MAX,
  SKILL_CONTENT_BYTES_MAX,
  SKILL_VERSION_BYTES_MAX,
} from './limits.js';
import { NamingTool } from './naming-tool.js';
import { oneLine } from './one-line.js';
import { READING_TOOL } from './reading-tool.js';
import type { SkillSearch } from './skill-search.js';

const PARAMETERS: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_PUBLIC_NAME_BYTES,
      description: "The skill's name; the part after the colon is enough while no other skill has it.",
    },
  },
  required: ['name'],
  additionalProperties: false,
});

/** The tool by which a model reads a skill of its run. */
export class LoadSkill extends NamingTool {
  static readonly toolName = 'Skill';
  readonly name = LoadSkill.toolName;
  readonly description =
    'Loads a skill, instructions for a certain kind of work, by its name. Follow what it says in what you do next.';
  readonly parameters = PARAMETERS;
  readonly #skills: ReadonlyMap<string, Skill>;
  readonly #search: SkillSearch;

  constructor(skills: ReadonlyMap<string, Skill>, search: SkillSearch) {
    super();
    this.#skills = skills;
    this.#search = search;
  }

  capabilities(): ToolCapabilities {
    return READING_TOOL;
  }

  withOwnNames(args: JsonObject): JsonObject {
    const [only, ...others] = typeof args['name'] === 'string' ? findByName(this.#skills, args['name']) : [];
    return only === undefined || others.length > 0 ? args : { ...args, name: only.name };
  }

  async execute({ name }: JsonObject): Promise<ToolOutput> {
    if (typeof name !== 'string') {
      const message = 'name has to be a text.';
      return ToolOutput.failure(message, { type: 'invalid_argument', message });
    }
    const named = findByName(this.#skills, name);
    const [first] = named;
    if (first === undefined) {
      return this.#unknown(name);
    }
    return named.length === 1 ? ToolOutput.success(textOf(first), 'trusted') : ambiguous(name, named);
  }

  #unknown(name: string): ToolOutput {
    const { skills } = this.#search.find(name, SKILL_CANDIDATES_MAX);
    const hint =
      skills.length === 0
        ? 'Find one with search_skills.'
        : `Did you mean ${namesOf(skills)}? Find others with search_skills.`;
    return ToolOutput.failure(`There is no skill named ${JSON.stringify(name)}. ${hint}`, {
      type: 'not_found',
      path: name,
    });
  }
}

function ambiguous(name: string, skills: readonly Skill[]): ToolOutput {
  const shown = skills.slice(0, SKILL_CANDIDATES_MAX);
  const more = skills.length > shown.length ? ` and ${skills.length - shown.length} more` : '';
  const message = `${skills.length} skills are named ${JSON.stringify(name)}: ${namesOf(shown)}${more}. Load one by its whole name.`;
  return ToolOutput.failure(message, { type: 'invalid_argument', message });
}

function namesOf(skills: readonly Skill[]): string {
  return skills.map(({ name }) => JSON.stringify(name)).join(', ');
}

function textOf({ name, version, allowedTools, content }: Skill): string {
  return [
    `Skill: ${name}`,
    `Version: ${version === undefined ? 'none' : oneLine(version, SKILL_VERSION_BYTES_MAX)}`,
    `Allowed tools: ${allowedTools === undefined ? 'not declared' : oneLine(allowedTools, SKILL_ALLOWED_TOOLS_BYTES_MAX)}`,
    '',
    cutText(content, SKILL_CONTENT_BYTES_MAX),
  ].join('\n');
}
