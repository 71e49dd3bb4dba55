import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import type { ToolCapabilities } from '../kinds/tool-capabilities.js';
import { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';
import {
  SKILL_HIT_DESCRIPTION_BYTES_MAX,
  SKILL_HITS_DEFAULT,
  SKILL_HITS_MAX,
  SKILL_QUERY_CHARACTERS_MAX,
  SKILL_VERSION_BYTES_MAX,
} from './limits.js';
import { oneLine } from './one-line.js';
import { READING_TOOL } from './reading-tool.js';
import type { SkillSearch } from './skill-search.js';

const PARAMETERS: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: SKILL_QUERY_CHARACTERS_MAX,
      description: 'Words of the name, the tags or the description of what you look for.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: SKILL_HITS_MAX,
      description: `How many skills to show; ${SKILL_HITS_DEFAULT} unless given.`,
    },
  },
  required: ['query'],
  additionalProperties: false,
});

/** The tool by which a model finds skills of its run. */
export class SearchSkills implements Tool {
  static readonly toolName = 'search_skills';
  readonly name = SearchSkills.toolName;
  readonly description =
    'Finds skills, instructions for certain kinds of work, by words. Shows the name, version and description of ' +
    'each; load one with the tool Skill.';
  readonly parameters = PARAMETERS;
  readonly #search: SkillSearch;

  constructor(search: SkillSearch) {
    this.#search = search;
  }

  capabilities(): ToolCapabilities {
    return READING_TOOL;
  }

  async execute({ query, limit = SKILL_HITS_DEFAULT }: JsonObject): Promise<ToolOutput> {
    if (typeof query !== 'string' || typeof limit !== 'number') {
      return refusal('query has to be a text, and limit a number.');
    }
    if (query.trim() === '') {
      return refusal('The query holds no word; give words of what you look for.');
    }
    const { skills, found } = this.#search.find(query, Math.min(limit, SKILL_HITS_MAX));
    const asked = JSON.stringify(query);
    if (found === 0) {
      return ToolOutput.success(`No skill has a word of ${asked}; try other words.`);
    }
    const shown =
      skills.length === found ? '' : ' Ask with more exact words, or a higher limit, for the others.';
    const head = `${skills.length} of ${found} skills that have a word of ${asked}, the best first.${shown}`;
    return ToolOutput.success([head, ...skills.map(lineOf)].join('\n'));
  }
}

function lineOf({ name, version, description }: Skill): string {
  const edition =
    version === undefined ? 'no version' : `version ${oneLine(version, SKILL_VERSION_BYTES_MAX)}`;
  return `- ${name} (${edition}): ${oneLine(description, SKILL_HIT_DESCRIPTION_BYTES_MAX)}`;
}

function refusal(message: string): ToolOutput {
  return ToolOutput.failure(message, { type: 'invalid_argument', message });
}
