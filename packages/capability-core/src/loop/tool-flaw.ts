import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchemaObject, Tool } from '../kinds/tool.js';
import { messageOf } from '../lifecycle/bounded-message.js';

const options = { strict: false, validateFormats: false, logger: false } as const;
const checkers = { draft07: new Ajv(options), draft2020: new Ajv2020(options) };

/** What was found sound once need not be looked at again for each run. */
const sound = new WeakSet<Tool>();

/**
 * Why a tool could never be called, whatever a model sends.
 *
 * @returns the reason, or `null` for a tool that is sound
 */
export function toolFlaw(tool: Tool): string | null {
  if (sound.has(tool)) return null;
  const flaw = formFlaw(tool) ?? schemaFlaw(tool.parameters);
  if (flaw === null) sound.add(tool);
  return flaw;
}

function formFlaw({ execute, description }: Partial<Tool>): string | null {
  if (typeof execute !== 'function') return 'it has no function execute';
  return typeof description === 'string' ? null : 'it has no description that is a text';
}

function schemaFlaw(parameters: JsonSchemaObject | undefined): string | null {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    return 'its parameters are no JSON Schema of an object';
  }
  const checker = isDraft07(parameters) ? checkers.draft07 : checkers.draft2020;
  try {
    if (checker.validateSchema(parameters) === true) return null;
  } catch (error) {
    return `its parameters are no JSON Schema: ${messageOf(error)}`;
  }
  return `its parameters are no JSON Schema: ${checker.errorsText(checker.errors, { dataVar: 'parameters' })}`;
}

/** Draft 2020-12 unless the schema says draft-07. */
export function isDraft07({ $schema }: JsonSchemaObject): boolean {
  return typeof $schema === 'string' && $schema.includes('draft-07');
}
