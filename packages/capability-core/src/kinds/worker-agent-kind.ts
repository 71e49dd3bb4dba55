import type { AgentDefinition } from './agent-definition.js';
import type { PermissionRule } from './permission-rule.js';

/** What sort of work an agent is made for. */
export const WORKER_AGENT_KINDS = [
  'read_only',
  'planner',
  'implementer',
  'verifier',
  'reviewer',
  'custom',
] as const;
export type WorkerAgentKind = (typeof WORKER_AGENT_KINDS)[number];

/** What an agent of a kind is given where its spec says nothing. */
export type WorkerAgentDefaults = Pick<
  AgentDefinition,
  'maxSteps' | 'prompt' | 'permissions' | 'confirmationInheritance'
>;

/** Spellings besides its own by which files and people name a kind. */
const ALIASES: ReadonlyMap<string, WorkerAgentKind> = new Map([
  ['readonly', 'read_only'],
  ['read-only', 'read_only'],
  ['explore', 'read_only'],
  ['scanner', 'read_only'],
  ['plan', 'planner'],
  ['implementation', 'implementer'],
  ['general', 'implementer'],
  ['executor', 'implementer'],
  ['verification', 'verifier'],
  ['verify', 'verifier'],
  ['tester', 'verifier'],
  ['review', 'reviewer'],
  ['code-review', 'reviewer'],
  ['code_reviewer', 'reviewer'],
]);

const READING = allowing(
  'Skill search_skills read Read grep Grep glob Glob ls LS view list read_* list_* search_* find_* get_*',
  'web_search web_fetch WebSearch WebFetch mcp__*__read_* mcp__*__list_* mcp__*__search_* mcp__*__find_* mcp__*__get_*',
);
const RUNNING = allowing('bash Bash shell run_* test test_*');

const READS = { permissions: READING, confirmationInheritance: 'deny_on_ask' } as const;

/** By kind. What an agent of a reading kind is not explicitly allowed is refused, even where a spec changes the rules. */
export const WORKER_AGENT_DEFAULTS: Readonly<Record<WorkerAgentKind, WorkerAgentDefaults>> = {
  read_only: {
    maxSteps: 20,
    ...READS,
    prompt:
      'You look things up and change nothing. Search widely first, then read closely what matters. Answer with what ' +
      'you found and where it stands (file and line, or address), and say what you looked for and did not find.',
  },
  planner: {
    maxSteps: 30,
    ...READS,
    prompt:
      'You plan work and change nothing. Read enough to know what is there. Answer with numbered steps, each small ' +
      'enough to be checked by itself: what to change, where, and how to see that it works. Name what may go wrong ' +
      'and what only a person can decide.',
  },
  implementer: { maxSteps: 50, confirmationInheritance: 'inherit_parent' },
  verifier: {
    maxSteps: 30,
    ...READS,
    permissions: [...READING, ...RUNNING],
    prompt:
      'You find out whether something holds, and repair nothing. Run the checks that there are, and try the cases ' +
      'that others forget. Answer first with "holds", "does not hold" or "cannot be told", then with the evidence: ' +
      'what you ran and what it said. Never say that something works which you did not see working.',
  },
  reviewer: {
    maxSteps: 25,
    ...READS,
    prompt:
      'You review work and change nothing. Look for what is wrong, unsafe, untested or harder than it needs to be. ' +
      'Answer with findings, the gravest first: where it is, what happens, how to mend it. Keep matters of taste out, ' +
      'and say plainly when there is nothing to find.',
  },
  custom: { maxSteps: 30 },
};

/** The kind that a text names, or `null`. */
export function parseWorkerAgentKind(text: string): WorkerAgentKind | null {
  const name = text.trim();
  return ALIASES.get(name) ?? WORKER_AGENT_KINDS.find((kind) => kind === name) ?? null;
}

/** Rules that allow the tools whose names, or patterns of names, stand in these lines. */
function allowing(...lines: readonly string[]): readonly PermissionRule[] {
  return lines.flatMap((line) => line.split(' ')).map((rule) => ({ decision: 'allow', rule }));
}
