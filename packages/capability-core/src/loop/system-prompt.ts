import { utf8Length } from '../identity/text-rules.js';
import type { Skill } from '../kinds/skill.js';
import { cutText } from './cut-text.js';
import {
  LISTED_DESCRIPTION_BYTES_MAX,
  LISTED_SKILLS_BYTES_MAX,
  LISTED_SKILLS_MAX,
  PERSONAS_BYTES_MAX,
} from './limits.js';
import { oneLine } from './one-line.js';

const HEAD =
  'There are skills: instructions for certain kinds of work. Before you do work that one of them is for, load it by ' +
  'its name with the tool Skill.';

/**
 * What stands before a run's conversation: the host's instructions, the content of the personas, and a list of the
 * skills that the model can load.
 *
 * @returns `null` when there is nothing to say
 */
export function systemPrompt(instructions: string | null, skills: ReadonlyMap<string, Skill>): string | null {
  const all = [...skills.values()];
  const personas = all.filter(({ kind }) => kind === 'persona').map(({ content }) => content);
  const listed = all.filter(
    ({ kind, disableModelInvocation }) => kind !== 'persona' && !disableModelInvocation,
  );
  const parts = [instructions ?? '', cutText(personas.join('\n\n'), PERSONAS_BYTES_MAX), listOf(listed)];
  return parts.some((part) => part !== '') ? parts.filter((part) => part !== '').join('\n\n') : instructions;
}

/** As many of the skills as fit, in the order in which they are given. */
function listOf(skills: readonly Skill[]): string {
  if (skills.length === 0) {
    return '';
  }
  const lines: string[] = [];
  let bytes = 0;
  for (const { name, description } of skills.slice(0, LISTED_SKILLS_MAX)) {
    const line = `- ${name}: ${oneLine(description, LISTED_DESCRIPTION_BYTES_MAX)}`;
    bytes += utf8Length(line) + 1;
    if (bytes > LISTED_SKILLS_BYTES_MAX) break;
    lines.push(line);
  }
  const rest =
    lines.length === skills.length
      ? []
      : [
          `${lines.length} of ${skills.length} skills are listed; find the others with the tool search_skills.`,
        ];
  return [HEAD, ...lines, ...rest].join('\n');
}
