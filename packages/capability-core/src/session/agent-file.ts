import type { CheckedAgent } from '../kinds/agent-definition.js';
import type { PermissionRule } from '../kinds/permission-rule.js';
import { parseWorkerAgentKind } from '../kinds/worker-agent-kind.js';
import { compileWorkerAgent } from '../kinds/worker-agent-spec.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { isJsonObject, type JsonValue } from '../model/json-value.js';
import { AGENT_FILE_ALIASES_MAX } from './limits.js';

/** A file that describes an agent: Markdown with front matter, or YAML. */
export interface AgentFile {
  /** Its last part stands in for a missing name. */
  readonly path: string;
  readonly text: string;
}

/** Fields by their names in small letters without `-` and `_`, so that each usual spelling is read. */
export type AgentFields = ReadonlyMap<string, JsonValue>;

const AGENT_FILE = /([^/\\]+)\.(?:md|ya?ml)$/u;
const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)([\s\S]*)$/u;

/** Whether a path is that of a file that describes an agent. */
export function isAgentFile(path: string): boolean {
  return AGENT_FILE.test(path);
}

/** Reads a file as a spec, and makes an agent of it. Fields that mean nothing here are left out. */
export async function readAgentFile({ path, text }: AgentFile): Promise<CheckedAgent> {
  const source = text.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n');
  const [, front, body = ''] = path.endsWith('.md') ? (FRONT_MATTER.exec(source) ?? []) : ['', source];
  if (front === undefined) {
    return { type: 'flawed', reason: 'it has no front matter between two lines of ---' };
  }
  try {
    const fields = await fieldsOf(front);
    const name = fields.get('name') ?? AGENT_FILE.exec(path)?.[1] ?? null;
    return agentOfFields(new Map([...fields, ['name', name]]), body.trim());
  } catch (error) {
    return { type: 'flawed', reason: messageOf(error) };
  }
}

/** Makes an agent of what a file says. Fields that mean nothing here are left out. */
export function agentOfFields(fields: AgentFields, body: string): CheckedAgent {
  try {
    return compileWorkerAgent(specOf(fields, body));
  } catch (error) {
    return { type: 'flawed', reason: messageOf(error) };
  }
}

async function fieldsOf(text: string): Promise<AgentFields> {
  // Few programs read agents from files; a page of another does not load the library.
  const { parseDocument } = await import('yaml');
  // The library compares each key with all others, and cuts out text around each error; both take far too long here.
  const document = parseDocument(text, { version: '1.2', uniqueKeys: false, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    throw new SyntaxError(`its YAML is broken: ${problem.message}`);
  }
  const value: JsonValue = document.toJS({ maxAliasCount: AGENT_FILE_ALIASES_MAX });
  if (!isJsonObject(value)) {
    throw new SyntaxError('its YAML is no map of fields');
  }
  return new Map(
    Object.entries(value).map(([key, field]) => [key.toLowerCase().replaceAll(/[-_]/gu, ''), field]),
  );
}

function specOf(fields: AgentFields, body: string): Record<string, unknown> {
  const rules = rulesOf(fields);
  const spec = {
    name: fields.get('name'),
    description: fields.get('description'),
    kind: kindOf(fields.get('kind')),
    hidden: fields.get('hidden'),
    model: modelOf(fields.get('model')),
    prompt: body === '' ? fields.get('prompt') : body,
    maxSteps: fields.get('maxsteps'),
    permissions: rules,
    confirmationInheritance:
      fields.get('confirmationinheritance') ?? (fields.has('tools') ? 'deny_on_ask' : undefined),
  };
  return Object.fromEntries(
    Object.entries(spec).filter(([_field, value]) => value !== undefined && value !== null),
  );
}

function kindOf(value: JsonValue = 'custom'): string {
  const kind = typeof value === 'string' ? parseWorkerAgentKind(value) : null;
  if (kind === null) {
    throw new SyntaxError(`its kind ${JSON.stringify(value)} is not known`);
  }
  return kind;
}

/** A text names a model; `inherit` is how others say that there is none. */
function modelOf(value: JsonValue | undefined): unknown {
  if (value === 'inherit') return undefined;
  return typeof value === 'string' ? { model: value } : value;
}

/** A list of tools is all that the agent may use, also where it is empty. */
function rulesOf(fields: AgentFields): readonly PermissionRule[] | undefined {
  const permissions = fields.get('permissions') ?? {};
  if (!isJsonObject(permissions)) {
    throw new SyntaxError('its permissions are no map of allow, ask and deny');
  }
  const rules = [
    ...rulesFrom('allow', fields.get('tools')),
    ...rulesFrom('deny', fields.get('disallowedtools')),
    ...(['allow', 'ask', 'deny'] as const).flatMap((decision) => rulesFrom(decision, permissions[decision])),
  ];
  return rules.length === 0 && !fields.has('tools') ? undefined : rules;
}

function rulesFrom(
  decision: PermissionRule['decision'],
  value: JsonValue | undefined,
): readonly PermissionRule[] {
  if (value === undefined || value === null) return [];
  const rules = typeof value === 'string' ? partsOf(value) : value;
  if (!Array.isArray(rules) || !rules.every((rule) => typeof rule === 'string')) {
    throw new SyntaxError('its tools are neither a text nor a list of texts');
  }
  return rules.map((rule) => ({ decision, rule }));
}

/**
 * Tools with commas between them, or else with spaces; what stands in parentheses belongs to its tool. What is not
 * closed stays with its tool too: without it, the rule would speak of more than was meant.
 */
function partsOf(text: string): readonly string[] {
  const parts = [''];
  let open = 0;
  for (const character of text) {
    if (open === 0 && /[\s,]/u.test(character)) {
      parts.push('');
      continue;
    }
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts.filter((part) => part !== '');
}
