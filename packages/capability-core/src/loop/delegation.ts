import { type AgentDefinition, confirmationOf } from '../kinds/agent-definition.js';
import type { Skill } from '../kinds/skill.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { onAbort } from '../lifecycle/abort.js';
import { errorText } from '../lifecycle/bounded-message.js';
import { type Message, userMessage } from '../model/message.js';
import type { ToolTrust } from '../model/tool-trust.js';
import type { CapabilityCeiling } from '../scope/capability-ceiling.js';
import { AgentLoop } from './agent-loop.js';
import { AgentLoopError } from './agent-loop-error.js';
import { AgentPermissions } from './agent-permissions.js';
import type { DelegatedTask, DelegationPlace } from './delegating-tool.js';
import { DelegatingTool } from './delegating-tool.js';
import type { DelegationObserver, TaskStart } from './delegation-observer.js';
import { findAgent } from './find-agent.js';
import { DELEGATED_TASK_TIMEOUT_MS, DELEGATED_TASKS_MAX, DELEGATION_DEPTH_MAX } from './limits.js';
import type { LoopEnvironment } from './loop-environment.js';
import { type ModelResolver, resolveModel } from './model-resolver.js';
import { RunTally } from './run-tally.js';
import { systemPrompt } from './system-prompt.js';

/** What a run delegates with, frozen when it was admitted. */
export interface DelegationParts {
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly skills: ReadonlyMap<string, Skill>;
  readonly observer: DelegationObserver;
  /** `null` when each agent uses the model of the run. */
  readonly resolveModel: ModelResolver | null;
}

/** Whoever hands work out: the run, or one of its agents. */
interface Delegator {
  readonly environment: LoopEnvironment;
  readonly tally: RunTally;
  /** Agents above; 0 for the run. */
  readonly depth: number;
}

const PLAIN_PROMPT =
  'You work on one task by yourself. Answer with what came of it; nobody can be asked meanwhile.';
const NO_WORKSPACE = {
  read: false,
  write: false,
  execute: false,
  search: false,
  git: false,
  codeIntelligence: false,
};

/** The agents of one run at work. Each works within its delegator's turn, with what that one has, and never beyond it. */
export class Delegation {
  readonly #parts: DelegationParts;
  #tasks = 0;

  constructor(parts: DelegationParts) {
    this.#parts = parts;
  }

  /** The environment of a run that may delegate; what its agents use is counted in `tally`. */
  open(environment: LoopEnvironment, tally: RunTally, depth = 0): LoopEnvironment {
    const delegator: Delegator = { environment, tally, depth };
    return { ...environment, delegate: (task, place) => this.#delegate(task, place, delegator) };
  }

  async #delegate(task: DelegatedTask, place: DelegationPlace, delegator: Delegator): Promise<ToolOutput> {
    const { agents, observer } = this.#parts;
    const agent = findAgent(agents, task.agent);
    if (agent === undefined) {
      return unknownAgent(task.agent, agents);
    }
    if (place.signal.aborted) {
      return ToolOutput.failure('The task was not handed out.', { type: 'cancelled', op: agent.name });
    }
    if (this.#tasks >= DELEGATED_TASKS_MAX) {
      const message = `A run may hand out at most ${DELEGATED_TASKS_MAX} tasks; this one was not.`;
      return ToolOutput.failure(message, { type: 'unsupported', message });
    }
    this.#tasks += 1;
    const { callId } = place;
    const start: TaskStart = {
      taskId: `task-${this.#tasks}`,
      agent: agent.name,
      callId,
      prompt: task.prompt,
    };
    const { clock } = delegator.environment;
    const tally = new RunTally(delegator.tally);
    const startedAt = clock.now();
    observer.taskStarted(start);
    const output = await this.#work(agent, start, place, { ...delegator, tally }).catch((error: unknown) =>
      failureOf(agent, error),
    );
    observer.taskFinished(start, {
      success: output.success,
      text: output.content,
      usage: tally.usage,
      toolCalls: tally.toolCallsCount,
      durationMs: clock.now() - startedAt,
    });
    return output;
  }

  async #work(
    agent: AgentDefinition,
    start: TaskStart,
    { turn, signal }: DelegationPlace,
    { environment: parent, tally, depth }: Delegator,
  ): Promise<ToolOutput> {
    const environment = await this.#environmentOf(agent, start, signal, {
      environment: parent,
      tally,
      depth,
    });
    const subtask = turn.openSubtask(start.taskId, {
      ceiling: ceilingOf(turn.ceiling, agent, environment),
    });
    const unfollow = onAbort(signal, () => subtask.cancel());
    try {
      const loop = new AgentLoop(environment, subtask, [userMessage(start.prompt)], tally);
      return ToolOutput.success(await loop.run(), trustIn(loop.messages));
    } finally {
      unfollow();
      tally.addClosed(subtask.id, await subtask.close());
    }
  }

  async #environmentOf(
    agent: AgentDefinition,
    start: TaskStart,
    signal: AbortSignal,
    { environment: parent, tally, depth }: Delegator,
  ): Promise<LoopEnvironment> {
    const { skills, observer, resolveModel: resolver } = this.#parts;
    const { delegate: _own, ...inherited } = parent;
    const mayDelegate = depth + 1 < DELEGATION_DEPTH_MAX;
    const { maxToolRounds, maxExecutionTimeMs } = parent.limits;
    const environment: LoopEnvironment = {
      ...inherited,
      client:
        agent.model === undefined || resolver === null
          ? parent.client
          : await resolveModel(resolver, agent.model, { signal, clock: parent.clock }),
      system: systemPrompt(agent.prompt ?? PLAIN_PROMPT, agent.toolFree === true ? new Map() : shown(skills)),
      tools: toolsOf(agent, parent, mayDelegate),
      permissions: new AgentPermissions(parent.permissions, agent),
      confirm: confirmationOf(agent) === 'deny_on_ask' ? null : parent.confirm,
      limits: {
        ...parent.limits,
        maxToolRounds: Math.min(maxToolRounds, agent.maxSteps ?? maxToolRounds),
        maxExecutionTimeMs: Math.min(
          maxExecutionTimeMs ?? DELEGATED_TASK_TIMEOUT_MS,
          DELEGATED_TASK_TIMEOUT_MS,
        ),
      },
      observer: observer.loopOf(start),
      hooks: parent.hooks.ofAgent(start),
      task: start,
      // What a run is given context from is the run's own.
      context: null,
    };
    return mayDelegate ? this.open(environment, tally, depth + 1) : environment;
  }
}

/** An agent that has read what comes from outside may only repeat it. */
function trustIn(messages: readonly Message[]): ToolTrust {
  const blocks = messages.flatMap(({ content }) => content);
  const isExternal = blocks.some((block) => block.type === 'tool_result' && block.trust === 'external');
  return isExternal ? 'external' : 'workspace_data';
}

/** A persona speaks for the session, not for its agents. */
function shown(skills: ReadonlyMap<string, Skill>): ReadonlyMap<string, Skill> {
  return new Map([...skills].filter(([_name, { kind }]) => kind !== 'persona'));
}

function toolsOf(
  { toolFree }: AgentDefinition,
  { tools }: LoopEnvironment,
  mayDelegate: boolean,
): LoopEnvironment['tools'] {
  if (toolFree === true) return new Map();
  return mayDelegate
    ? tools
    : new Map([...tools].filter(([_name, tool]) => !(tool instanceof DelegatingTool)));
}

function ceilingOf(
  parent: CapabilityCeiling,
  { toolFree }: AgentDefinition,
  { limits }: LoopEnvironment,
): CapabilityCeiling {
  const { maxToolRounds, maxExecutionTimeMs } = limits;
  return parent.with({
    ...(toolFree === true ? { allowed: [], workspace: NO_WORKSPACE } : {}),
    execution: { maxToolRounds, maxExecutionTimeMs },
  });
}

function unknownAgent(name: string, agents: ReadonlyMap<string, AgentDefinition>): ToolOutput {
  const known = [...agents.values()].filter(({ hidden }) => hidden !== true).map((agent) => agent.name);
  const message = `There is no agent named ${JSON.stringify(name)}. There are: ${known.join(', ')}.`;
  return ToolOutput.failure(message, { type: 'not_found', path: name });
}

function failureOf({ name }: AgentDefinition, error: unknown): ToolOutput {
  const message = `The agent ${name} did not finish: ${errorText(error)}`;
  const fault = error instanceof AgentLoopError ? error : null;
  if (fault?.code === 'cancelled') {
    return ToolOutput.failure(message, { type: 'cancelled', op: name });
  }
  return fault?.code === 'run-timeout'
    ? ToolOutput.failure(message, { type: 'timeout', op: name, durationMs: fault.timeoutMs })
    : ToolOutput.failure(message);
}
