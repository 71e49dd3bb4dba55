import { deepFreeze } from '../lifecycle/deep-freeze.js';
import type { AgentDefinition } from './agent-definition.js';
import { WORKER_AGENT_DEFAULTS } from './worker-agent-kind.js';

const { read_only, planner, verifier, reviewer } = WORKER_AGENT_DEFAULTS;

/** The agents that every session has. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = deepFreeze<AgentDefinition[]>([
  {
    name: 'explore',
    description:
      'Looks things up without changing anything: where something is, how it works, what there is.',
    native: true,
    ...read_only,
  },
  {
    name: 'general',
    description: 'Does a piece of work of several steps, with all tools that the delegating run may use.',
    native: true,
    maxSteps: 50,
    confirmationInheritance: 'inherit_parent',
    prompt:
      'You do one piece of work from beginning to end. Keep to what was asked. Answer with what you did, what came ' +
      'of it, and what is left open.',
  },
  {
    name: 'deep-research',
    description: 'Researches a question in depth, from several sources, and answers with evidence.',
    native: true,
    hidden: true,
    maxSteps: 50,
    confirmationInheritance: 'inherit_parent',
    prompt:
      'You research one question in depth. Divide it, look in more than one place, and check what matters against a ' +
      'second source. Answer with your conclusion first, then the evidence with its sources, then what stays uncertain.',
  },
  {
    name: 'loop-planner',
    description: 'Says what the next step of longer work is.',
    native: true,
    hidden: true,
    toolFree: true,
    maxSteps: 4,
    prompt:
      'You are told a goal and what has been done. Answer with the one next step, or say that the goal is met.',
  },
  {
    name: 'loop-checker',
    description: 'Says whether longer work has met its goal.',
    native: true,
    hidden: true,
    toolFree: true,
    maxSteps: 4,
    prompt:
      'You are told a goal and what has been done. Answer with "met" or "not met", then with the evidence for it and ' +
      'what is missing.',
  },
  {
    name: 'plan',
    description: 'Plans work before it is done: what to change, where, in which order.',
    native: true,
    ...planner,
  },
  {
    name: 'verification',
    description: 'Finds out whether something holds, by running checks, and repairs nothing.',
    native: true,
    ...verifier,
  },
  {
    name: 'review',
    description: 'Reviews work and names what is wrong with it, the gravest first.',
    native: true,
    ...reviewer,
  },
]);
