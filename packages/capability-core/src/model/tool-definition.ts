import type { JsonObject } from './json-value.js';

/** What a model is told about one tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; draft 2020-12 unless `$schema` says draft-07. */
  readonly parameters: JsonObject;
}
