import type { AgentDefinition } from '../kinds/agent-definition.js';
import { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';
import { type DelegatingCall, DelegatingTool } from './delegating-tool.js';
import { listOfAgents, TASK_PARAMETERS, taskOf, withOwnName } from './task-parameters.js';

/** The tool by which a model hands a piece of work to one agent of its run. */
export class TaskTool extends DelegatingTool {
  static readonly toolName = 'task';
  readonly name = TaskTool.toolName;
  readonly description: string;
  readonly parameters = TASK_PARAMETERS;
  readonly #agents: ReadonlyMap<string, AgentDefinition>;

  constructor(agents: ReadonlyMap<string, AgentDefinition>) {
    super();
    this.#agents = agents;
    this.description =
      'Hands a piece of work to an agent, which works on it by itself and answers with its last words. ' +
      `The agents:\n${listOfAgents(agents)}`;
  }

  withOwnNames(args: JsonObject): JsonObject {
    return withOwnName(this.#agents, args);
  }

  async delegate(args: JsonObject, { run }: DelegatingCall): Promise<ToolOutput> {
    const task = taskOf(args);
    if (task !== null) {
      return await run(task);
    }
    const message = 'agent and prompt have to be texts.';
    return ToolOutput.failure(message, { type: 'invalid_argument', message });
  }
}
