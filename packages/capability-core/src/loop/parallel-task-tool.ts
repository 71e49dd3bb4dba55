import type { AgentDefinition } from '../kinds/agent-definition.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { sideBySide } from '../lifecycle/side-by-side.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json-value.js';
import { type DelegatedTask, type DelegatingCall, DelegatingTool } from './delegating-tool.js';
import { TASKS_PER_CALL_MAX } from './limits.js';
import { listOfAgents, TASK_PARAMETERS, taskOf, withOwnName } from './task-parameters.js';

const PARAMETERS: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    tasks: { type: 'array', minItems: 1, maxItems: TASKS_PER_CALL_MAX, items: TASK_PARAMETERS },
  },
  required: ['tasks'],
  additionalProperties: false,
});

/** The tool by which a model hands several pieces of work out at once. */
export class ParallelTaskTool extends DelegatingTool {
  static readonly toolName = 'parallel_task';
  readonly name = ParallelTaskTool.toolName;
  readonly description: string;
  readonly parameters = PARAMETERS;
  readonly #agents: ReadonlyMap<string, AgentDefinition>;

  constructor(agents: ReadonlyMap<string, AgentDefinition>) {
    super();
    this.#agents = agents;
    this.description =
      'Hands pieces of work that do not depend on each other to agents, which work side by side. Answers with the ' +
      `last words of each, in the order of the tasks. The agents:\n${listOfAgents(agents)}`;
  }

  withOwnNames(args: JsonObject): JsonObject {
    const tasks = tasksOf(args).map((task) => (isJsonObject(task) ? withOwnName(this.#agents, task) : task));
    return { ...args, tasks };
  }

  async delegate(args: JsonObject, { width, run }: DelegatingCall): Promise<ToolOutput> {
    const wanted = tasksOf(args)
      .map(taskOf)
      .filter((task) => task !== null);
    const outputs = await sideBySide(wanted, width, run);
    const failed = outputs.filter(({ success }) => !success).length;
    const text = outputs
      .map(({ content, success }, index) => `${headOf(index, wanted[index], success)}\n${content}`)
      .join('\n\n');
    const trust = outputs.some((output) => output.trust === 'external') ? 'external' : 'workspace_data';
    return failed === 0
      ? ToolOutput.success(text, trust)
      : ToolOutput.failure(text, { type: 'partial_failure', failed, total: outputs.length }, trust);
  }
}

function tasksOf({ tasks }: JsonObject): readonly JsonValue[] {
  return Array.isArray(tasks) ? tasks : [];
}

function headOf(index: number, task: DelegatedTask | undefined, success: boolean): string {
  return `Task ${index + 1}, ${task?.agent}${success ? '' : ', failed'}:`;
}
