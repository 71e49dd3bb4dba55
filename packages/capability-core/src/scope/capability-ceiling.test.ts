import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descriptor, idIn, thrownBy, toolSet } from '../../test/set-builders.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';
import { CapabilityCeiling } from './capability-ceiling.js';

const set = toolSet(1, ['read', 'search', 'write']);
const workspaceKeys = ['read', 'write', 'execute', 'search', 'git', 'codeIntelligence'] as const;
const guardKeys = [
  'permissionGuardRequired',
  'confirmationGuardRequired',
  'securityGuardRequired',
  'budgetGuardRequired',
  'activeSkillRestrictionsRequired',
] as const;
const countKeys = ['maxToolRounds', 'maxParallelTasks'] as const;
const timeKeys = ['toolTimeoutMs', 'llmApiTimeoutMs', 'maxExecutionTimeMs'] as const;

const flags = <K extends string>(keys: readonly K[]) =>
  fc
    .tuple(...keys.map(() => fc.boolean()))
    .map(
      (values) => Object.fromEntries(keys.map((key, index) => [key, values[index]])) as Record<K, boolean>,
    );
const limits = fc.record({
  maxToolRounds: fc.integer({ min: 1, max: 4 }),
  maxParallelTasks: fc.integer({ min: 1, max: 4 }),
  toolTimeoutMs: fc.option(fc.integer({ min: 1, max: 4 })),
  llmApiTimeoutMs: fc.option(fc.integer({ min: 1, max: 4 })),
  maxExecutionTimeMs: fc.option(fc.integer({ min: 1, max: 4 })),
});
const ceilings = fc
  .record({
    allowed: fc.subarray(set.capabilities.map(({ id }) => id)),
    workspace: flags(workspaceKeys),
    governance: flags(guardKeys),
    execution: limits,
  })
  .map((input) => CapabilityCeiling.create(set, input));

/** Says what a ceiling permits as a list of single permissions, so that "within" is "is a subset of". */
function permissions(ceiling: CapabilityCeiling): ReadonlySet<string> {
  const upTo = (key: string, limit: number | null) =>
    Array.from({ length: Math.min(limit ?? 5, 5) }, (_, index) => `${key}<=${index + 1}`);
  return new Set([
    ...ceiling.allowedCapabilities.map(String),
    ...workspaceKeys.filter((key) => ceiling.workspace[key]).map((key) => `may ${key}`),
    ...guardKeys.filter((key) => !ceiling.governance[key]).map((key) => `without ${key}`),
    ...countKeys.flatMap((key) => upTo(key, ceiling.execution[key])),
    ...timeKeys.flatMap((key) => upTo(key, ceiling.execution[key])),
  ]);
}

const isWithin = (child: CapabilityCeiling, parent: CapabilityCeiling): boolean => {
  try {
    child.assertWithin(parent);
    return true;
  } catch {
    return false;
  }
};

describe('CapabilityCeiling', () => {
  it('is within another exactly when it permits nothing more', () => {
    fc.assert(
      fc.property(ceilings, ceilings, (child, parent) => {
        const expected = [...permissions(child)].every((permission) => permissions(parent).has(permission));
        expect(isWithin(child, parent)).toBe(expected);
      }),
    );
  });

  it('is within itself and within the widest', () => {
    fc.assert(
      fc.property(ceilings, (ceiling) => {
        expect(isWithin(ceiling, ceiling)).toBe(true);
        expect(isWithin(ceiling, CapabilityCeiling.create(set))).toBe(true);
        expect(ceiling.with({}).digest).toBe(ceiling.digest);
      }),
    );
  });

  it('names the first dimension that goes too far, in a fixed order', () => {
    const off = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, false]));
    const on = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, true]));
    const ones = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 1]));
    const limitKeys = [...countKeys, ...timeKeys];
    const narrowest = CapabilityCeiling.create(set, {
      allowed: [],
      workspace: off(workspaceKeys),
      governance: on(guardKeys),
      execution: ones(limitKeys),
    });
    // One dimension after another is brought down to the parent's.
    let child = CapabilityCeiling.create(set);
    const narrowing = [
      { allowed: [] },
      ...workspaceKeys.map((key) => ({ workspace: off([key]) })),
      ...guardKeys.map((key) => ({ governance: on([key]) })),
      ...limitKeys.map((key) => ({ execution: ones([key]) })),
    ];
    const named = narrowing.map((change) => {
      const error = thrownBy(() => child.assertWithin(narrowest));
      child = child.with(change);
      return error instanceof CapabilityScopeError && error.code === 'ceiling-expansion'
        ? error.dimension
        : error;
    });
    expect(named).toEqual([
      'capabilities',
      'workspace.read',
      'workspace.write',
      'workspace.execute',
      'workspace.search',
      'workspace.git',
      'workspace.code_intelligence',
      'governance.permission_guard',
      'governance.confirmation_guard',
      'governance.security_guard',
      'governance.budget_guard',
      'governance.active_skill_restrictions',
      'execution.max_tool_rounds',
      'execution.max_parallel_tasks',
      'execution.tool_timeout_ms',
      'execution.llm_api_timeout_ms',
      'execution.max_execution_time_ms',
    ]);
    expect(isWithin(child, narrowest)).toBe(true);
  });

  it('refuses capabilities that are not in the set, and the same one twice', () => {
    const outside = descriptor('gone').id;
    const read = idIn(set, 'read');
    expect(thrownBy(() => CapabilityCeiling.create(set, { allowed: [outside] }))).toMatchObject({
      code: 'capability-outside-catalog',
      capability: 'host/host:tool:gone',
      catalogDigest: set.digest,
    });
    expect(thrownBy(() => CapabilityCeiling.create(set, { allowed: [read, read] }))).toMatchObject({
      code: 'duplicate-ceiling-capability',
      capability: 'host/host:tool:read',
    });
  });

  it('takes 4,096 capabilities and refuses one more', () => {
    const full = toolSet(
      1,
      Array.from({ length: 4_096 }, (_, index) => `t${index}`),
    );
    const ids = full.capabilities.map(({ id }) => id);
    expect(CapabilityCeiling.create(full, { allowed: ids }).allowedCapabilities).toHaveLength(4_096);
    const oneMore = [...ids, descriptor('extra').id];
    expect(thrownBy(() => CapabilityCeiling.create(full, { allowed: oneMore }))).toMatchObject({
      code: 'bound-exceeded',
      field: 'ceiling_capabilities',
      max: 4_096,
    });
  });

  it.each([...countKeys, ...timeKeys])('refuses %s below 1 and broken numbers', (key) => {
    for (const limit of [0, -1, 1.5, Number.POSITIVE_INFINITY]) {
      expect(thrownBy(() => CapabilityCeiling.create(set, { execution: { [key]: limit } }))).toMatchObject({
        code: 'invalid-execution-limit',
        field: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      });
    }
    expect(CapabilityCeiling.create(set, { execution: { [key]: 1 } }).execution[key]).toBe(1);
  });

  it('belongs to one set', () => {
    const other = CapabilityCeiling.create(toolSet(2, ['read']));
    expect(thrownBy(() => other.assertWithin(CapabilityCeiling.create(set)))).toMatchObject({
      code: 'ceiling-catalog-mismatch',
      ceilingDigest: other.catalogDigest,
      catalogDigest: set.digest,
    });
  });

  it('hashes its canonical form without any lengths', () => {
    const ceiling = CapabilityCeiling.create(set, {
      allowed: [idIn(set, 'write'), idIn(set, 'read')],
      workspace: { git: false },
      governance: { budgetGuardRequired: true },
      execution: { maxToolRounds: 40, maxParallelTasks: 4, toolTimeoutMs: 60_000 },
    });
    const json =
      `{"schema":"a3s.code.capability-ceiling.v1","catalogDigest":"${set.digest}","allowedCapabilities":[` +
      '{"source":"host/host","kind":"tool","localId":"read"},{"source":"host/host","kind":"tool","localId":"write"}],' +
      '"workspace":{"read":true,"write":true,"execute":true,"search":true,"git":false,"codeIntelligence":true},' +
      '"governance":{"permissionGuardRequired":false,"confirmationGuardRequired":false,"securityGuardRequired":false,' +
      '"budgetGuardRequired":true,"activeSkillRestrictionsRequired":false},' +
      '"execution":{"maxToolRounds":40,"maxParallelTasks":4,"toolTimeoutMs":60000,"llmApiTimeoutMs":null,"maxExecutionTimeMs":null}}';
    expect(ceiling.canonicalJson()).toBe(json);
    expect(ceiling.digest).toBe(
      Sha256Digest.ofText(`a3s-code-capability-ceiling\0a3s.code.capability-ceiling-digest.v1\0${json}`),
    );
  });
});
