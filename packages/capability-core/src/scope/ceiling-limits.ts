import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';

/** What may be done with the workspace. A child may only turn off. */
export interface CeilingWorkspace {
  readonly read: boolean;
  readonly write: boolean;
  readonly execute: boolean;
  readonly search: boolean;
  readonly git: boolean;
  readonly codeIntelligence: boolean;
}

/** Which guards are required. A child may only turn on. */
export interface CeilingGovernance {
  readonly permissionGuardRequired: boolean;
  readonly confirmationGuardRequired: boolean;
  readonly securityGuardRequired: boolean;
  readonly budgetGuardRequired: boolean;
  readonly activeSkillRestrictionsRequired: boolean;
}

/** How much may be done. A child may only lower; null is unbounded. */
export interface CeilingExecution {
  readonly maxToolRounds: number;
  readonly maxParallelTasks: number;
  readonly toolTimeoutMs: number | null;
  readonly llmApiTimeoutMs: number | null;
  readonly maxExecutionTimeMs: number | null;
}

/** Everything a ceiling limits besides capabilities. The key order is that of the canonical form. */
export interface CeilingLimits {
  readonly workspace: CeilingWorkspace;
  readonly governance: CeilingGovernance;
  readonly execution: CeilingExecution;
}

/** What one says of a ceiling's limits; the rest is as wide as it can be. */
export interface CeilingLimitsInput {
  readonly workspace?: Partial<CeilingWorkspace>;
  readonly governance?: Partial<CeilingGovernance>;
  readonly execution?: Partial<CeilingExecution>;
}

/** The widest limits there are. */
export const WIDEST_LIMITS: CeilingLimits = Object.freeze({
  workspace: Object.freeze({
    read: true,
    write: true,
    execute: true,
    search: true,
    git: true,
    codeIntelligence: true,
  }),
  governance: Object.freeze({
    permissionGuardRequired: false,
    confirmationGuardRequired: false,
    securityGuardRequired: false,
    budgetGuardRequired: false,
    activeSkillRestrictionsRequired: false,
  }),
  execution: Object.freeze({
    maxToolRounds: Number.MAX_SAFE_INTEGER,
    maxParallelTasks: Number.MAX_SAFE_INTEGER,
    toolTimeoutMs: null,
    llmApiTimeoutMs: null,
    maxExecutionTimeMs: null,
  }),
});

const WORKSPACE_DIMENSIONS = [
  ['read', 'workspace.read'],
  ['write', 'workspace.write'],
  ['execute', 'workspace.execute'],
  ['search', 'workspace.search'],
  ['git', 'workspace.git'],
  ['codeIntelligence', 'workspace.code_intelligence'],
] as const;

const GOVERNANCE_DIMENSIONS = [
  ['permissionGuardRequired', 'governance.permission_guard'],
  ['confirmationGuardRequired', 'governance.confirmation_guard'],
  ['securityGuardRequired', 'governance.security_guard'],
  ['budgetGuardRequired', 'governance.budget_guard'],
  ['activeSkillRestrictionsRequired', 'governance.active_skill_restrictions'],
] as const;

const EXECUTION_DIMENSIONS = [
  ['maxToolRounds', 'max_tool_rounds'],
  ['maxParallelTasks', 'max_parallel_tasks'],
  ['toolTimeoutMs', 'tool_timeout_ms'],
  ['llmApiTimeoutMs', 'llm_api_timeout_ms'],
  ['maxExecutionTimeMs', 'max_execution_time_ms'],
] as const;

/**
 * Completes `input` from `base`.
 *
 * @throws CapabilityScopeError `invalid-execution-limit`
 */
export function completeLimits(input: CeilingLimitsInput, base: CeilingLimits): CeilingLimits {
  const execution = { ...base.execution, ...input.execution };
  for (const [key, field] of EXECUTION_DIMENSIONS) {
    const limit = execution[key];
    if (limit !== null && !(Number.isSafeInteger(limit) && limit >= 1)) {
      throw new CapabilityScopeError({ code: 'invalid-execution-limit', field });
    }
  }
  return Object.freeze({
    workspace: Object.freeze({ ...base.workspace, ...input.workspace }),
    governance: Object.freeze({ ...base.governance, ...input.governance }),
    execution: Object.freeze(execution),
  });
}

/** The first dimension in which `child` goes beyond `parent`, or null. */
export function firstExpansion(child: CeilingLimits, parent: CeilingLimits): string | null {
  for (const [key, dimension] of WORKSPACE_DIMENSIONS) {
    if (child.workspace[key] && !parent.workspace[key]) return dimension;
  }
  for (const [key, dimension] of GOVERNANCE_DIMENSIONS) {
    if (!child.governance[key] && parent.governance[key]) return dimension;
  }
  for (const [key, dimension] of EXECUTION_DIMENSIONS) {
    const bound = parent.execution[key] ?? Number.POSITIVE_INFINITY;
    if ((child.execution[key] ?? Number.POSITIVE_INFINITY) > bound) return `execution.${dimension}`;
  }
  return null;
}
