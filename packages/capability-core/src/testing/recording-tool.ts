import type { Tool } from '../kinds/tool.js';
import type { ToolContext } from '../kinds/tool-context.js';
import { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';

/** A tool that answers with its version and remembers each call. */
export class RecordingTool implements Tool {
  readonly name: string;
  /** Its version. */
  readonly description: string;
  readonly parameters: JsonObject;
  readonly #calls: { readonly args: JsonObject; readonly context: ToolContext }[] = [];

  constructor(
    name: string,
    version = 'version-one',
    parameters: JsonObject = { type: 'object', additionalProperties: true },
  ) {
    this.name = name;
    this.description = version;
    this.parameters = parameters;
  }

  get calls(): readonly { readonly args: JsonObject; readonly context: ToolContext }[] {
    return [...this.#calls];
  }

  async execute(args: JsonObject, context: ToolContext): Promise<ToolOutput> {
    this.#calls.push({ args, context });
    return ToolOutput.success(this.description);
  }
}
