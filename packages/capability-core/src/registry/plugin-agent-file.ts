import type { CheckedAgent } from '../kinds/agent-definition.js';
import { CapabilityValue } from '../kinds/value.js';
import { agentRulesFlaw } from '../loop/agent-permissions.js';
import type { JsonValue } from '../model/json-value.js';
import { agentOfFields } from '../session/agent-file.js';
import { type FrontMatter, type FrontMatterValue, readFrontMatter, readYamlFile } from './front-matter.js';
import { ItemFields, UnusableItem } from './item-fields.js';
import { itemNameFlaw } from './item-name.js';
import { ItemReport, type ReadItem } from './package-item.js';
import { type ItemFile, type PackagedValue, publicNameIn } from './packaged-value.js';
import { noteNoUtf8 } from './text-flaws.js';

const KNOWN_FIELDS = [
  'name',
  'description',
  'tools',
  'disallowedTools',
  'disallowed-tools',
  'disallowed_tools',
  'model',
  'maxTurns',
  'prompt',
  'color',
  'skills',
  'memory',
  'background',
  'effort',
  'isolation',
  'permissionMode',
  'mcpServers',
  'hooks',
];
/** What narrows an agent, in any spelling. */
const NARROWING = /^(?:tools|disallowed[-_]?tools|max[-_]?turns)(?=:)/gim;
/** What would give an agent more than the person who installs its package was shown. */
const NOT_FROM_PACKAGES = ['permissionMode', 'mcpServers', 'hooks'];
const TEXT_OR_LIST = 'is neither a text nor a list of texts';
const NO_DESCRIPTION = 'An agent needs a description.';
const ALL_TOOLS = '*';

/** Whether a file can be an agent: Markdown with front matter, or YAML. */
export function isPluginAgentFile(path: string): boolean {
  return /\.(?:md|ya?ml)$/i.test(path);
}

/** Reads one file as an agent that may use no more than whoever delegates to it. */
export function readPluginAgent(file: ItemFile, text: string): ReadItem<PackagedValue> {
  const { path, digest, name: fileName } = file;
  const report = new ItemReport('agent', path);
  if (fileName.includes('/')) {
    return report.skipped(fileName, 'Agents are read from the folder itself, and not from folders in it.');
  }
  noteNoUtf8(text, report);
  const isMarkdown = /\.md$/i.test(path);
  // Where its YAML is broken, only known names begin a field: one in another spelling must not be lost in a description.
  const names = [...KNOWN_FIELDS, ...(text.match(NARROWING) ?? [])];
  const matter = (isMarkdown ? readFrontMatter : readYamlFile)(text, names, report);
  if (matter === null) return report.skipped(fileName, NO_DESCRIPTION, 1);
  try {
    const fields = new ItemFields(asUsuallySpelled(matter), report);
    const name = nameOf(fields, fileName);
    const checked = agentOf(publicNameIn(file.packageName, name), fields, matter.body);
    const flaw = checked.type === 'flawed' ? checked.reason : agentRulesFlaw(checked.agent);
    if (checked.type === 'flawed' || flaw !== null) {
      return report.skipped(name, `It cannot be an agent: ${flaw?.replace(/\.$/, '')}.`);
    }
    for (const field of NOT_FROM_PACKAGES) {
      if (fields.value(field) === null) continue;
      fields.note(field, `${field} is left out: an agent of a package cannot bring it.`);
    }
    const value = CapabilityValue.agent(checked.agent);
    const packaged = { kind: 'agent', name, path, digest, fields: matter.fields, value } as const;
    return report.loaded(name, Object.freeze(packaged));
  } catch (error) {
    if (!(error instanceof UnusableItem)) throw error;
    return report.skipped(fileName, error.message, error.line);
  }
}

function nameOf(fields: ItemFields, fileName: string): string {
  const given = fields.text('name');
  const name = given ?? fileName;
  const flaw = itemNameFlaw(name);
  if (flaw !== null)
    throw fields.unusable('name', `The name ${JSON.stringify(name)} cannot be used: it ${flaw}.`);
  if (given === undefined) fields.note('name', `There is no usable name; the file's, ${fileName}, is used.`);
  return name;
}

function agentOf(name: string, fields: ItemFields, body: string): CheckedAgent {
  const description = fields.text('description');
  if (description === undefined) throw fields.unusable('description', NO_DESCRIPTION);
  const given: Readonly<Record<string, JsonValue | undefined>> = {
    name,
    description,
    ...toolsOf(fields),
    disallowedtools: fields.list('disallowedTools')?.slice() ?? fields.text('disallowedTools', TEXT_OR_LIST),
    model: fields.text('model'),
    prompt: fields.text('prompt'),
    maxsteps: turnsOf(fields),
  };
  const known = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return agentOfFields(new Map(known), body);
}

/** `*` is what an agent has anyway. A field that says nothing is an empty list: it does not mean all tools. */
function toolsOf(fields: ItemFields): Readonly<Record<string, JsonValue>> {
  if (!fields.has('tools')) return {};
  const list = fields.list('tools');
  const tools = list?.slice() ?? fields.text('tools', TEXT_OR_LIST) ?? [];
  const isNarrowed = tools !== ALL_TOOLS && list?.includes(ALL_TOOLS) !== true;
  return isNarrowed ? { tools } : {};
}

function turnsOf(fields: ItemFields): number | undefined {
  const text = fields.text('maxTurns');
  if (text === undefined) return undefined;
  const turns = Number(text);
  if (Number.isSafeInteger(turns) && turns > 0) return turns;
  throw fields.unusable('maxTurns', 'maxTurns is no whole number above 0.');
}

/**
 * Known fields under their usual names: in another spelling, a field that narrows an agent must not be overlooked.
 *
 * @throws {UnusableItem} for a field that is there in two spellings
 */
function asUsuallySpelled(matter: FrontMatter): FrontMatter {
  const fields = new Map<string, FrontMatterValue>();
  const lines = new Map<string, number>();
  for (const [written, value] of matter.fields) {
    const field = KNOWN_FIELDS.find((known) => plainName(known) === plainName(written)) ?? written;
    const line = matter.lines.get(written) ?? matter.line;
    if (fields.has(field)) throw new UnusableItem(`${field} is there in two spellings.`, line);
    fields.set(field, value);
    lines.set(field, line);
  }
  return { ...matter, fields, lines };
}

function plainName(field: string): string {
  return field.toLowerCase().replaceAll(/[-_]/g, '');
}
