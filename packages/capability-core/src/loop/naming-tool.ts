import type { Tool } from '../kinds/tool.js';
import type { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';

/**
 * A tool whose arguments name something that goes by several names. Permission rules, hooks and people are told the own
 * name of what is meant, so that no other spelling of it gets round them.
 */
export abstract class NamingTool implements Tool {
  abstract readonly name: string;
  abstract readonly description: string;
  abstract readonly parameters: JsonObject;

  /** The arguments with own names in them. */
  abstract withOwnNames(args: JsonObject): JsonObject;

  abstract execute(...args: Parameters<Tool['execute']>): Promise<ToolOutput>;
}
