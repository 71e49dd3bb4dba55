import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchemaObject } from '../kinds/tool.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { JsonObject } from '../model/json-value.js';
import { quickPattern } from './quick-pattern.js';
import { isDraft07 } from './tool-flaw.js';

/** `code` is for validators that are written to files, which none is. */
const PATTERNS = Object.assign((pattern: string, flags: string) => quickPattern(pattern, flags), {
  code: 'new RegExp',
});

const compiled = new WeakMap<JsonSchemaObject, ValidateFunction>();

/**
 * Checks arguments against a tool's schema.
 *
 * @returns what is wrong in words that a model can act on, or `null`
 */
export function checkArguments(parameters: JsonSchemaObject, args: JsonObject): string | null {
  let validate: ValidateFunction;
  let fits: unknown;
  try {
    validate = compile(parameters);
    fits = validate(args);
  } catch (error) {
    // One that refers to itself without end is found out only while it is applied.
    return `the tool's own schema cannot be used: ${messageOf(error)}`;
  }
  if (fits === true) {
    return null;
  }
  const [first] = validate.errors ?? [];
  const at =
    first?.instancePath === undefined || first.instancePath === '' ? 'the arguments' : first.instancePath;
  return `${at} ${first?.message ?? 'do not match the schema'}${detail(first?.params)}`;
}

/** One instance for each schema: two generations of a package may both claim the same `$id`. */
function compile(parameters: JsonSchemaObject): ValidateFunction {
  const known = compiled.get(parameters);
  if (known !== undefined) {
    return known;
  }
  const options = {
    strict: false,
    validateFormats: false,
    validateSchema: false,
    logger: false,
    code: { regExp: PATTERNS },
  } as const;
  const validate = (isDraft07(parameters) ? new Ajv(options) : new Ajv2020(options)).compile(parameters);
  if ('$async' in validate) {
    throw new Error('it is an asynchronous one');
  }
  compiled.set(parameters, validate);
  return validate;
}

function detail(params: Readonly<Record<string, unknown>> | undefined): string {
  const { additionalProperty, allowedValues } = params ?? {};
  if (typeof additionalProperty === 'string') {
    return `: ${JSON.stringify(additionalProperty)}`;
  }
  return Array.isArray(allowedValues)
    ? `: ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
    : '';
}
