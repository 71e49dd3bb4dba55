import type { JsonObject } from '../model/json-value.js';
import type { ToolCapabilities } from './tool-capabilities.js';
import type { ToolContext } from './tool-context.js';
import type { ToolOutput } from './tool-output.js';

/** JSON Schema of an object; draft 2020-12 unless `$schema` says draft-07. */
export type JsonSchemaObject = JsonObject;

/** Something that a model can call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchemaObject;

  /**
   * Does the work. `args` has been checked against `parameters`, but for patterns in it that may take long, and texts
   * of over 512 characters, which no pattern is applied to. What it throws becomes a failed output that
   * the model sees; it should stop soon after `context.signal` aborts, and is left behind if it does not.
   */
  execute(args: JsonObject, context: ToolContext): Promise<ToolOutput>;

  /** Whether the model is told of the tool; a hidden one can still be executed. Default `true`. */
  isModelVisible?(): boolean;

  /** What the tool promises for these arguments. Default: nothing. */
  capabilities?(args: JsonObject): ToolCapabilities;

  /** Whether a person has to agree. It can turn an allowed call into a question, never the other way round. */
  requiresConfirmation?(args: JsonObject): boolean;
}
