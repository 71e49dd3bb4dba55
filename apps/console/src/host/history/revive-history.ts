import { RunCapabilityBinding } from '@changeover/capability-core';
import type { Generation } from '../../protocol/generation.js';
import { isTerminal, type Run } from '../../protocol/run.js';
import type { Session } from '../../protocol/session.js';
import { HostError } from '../errors/host-error.js';
import { retiredGeneration } from '../projection/generation-entity.js';
import { interruptedRun } from '../projection/run-after.js';
import type { GenerationRecord } from '../records/generation-record.js';
import { recordKey } from '../records/record-keys.js';
import { publishedSet } from '../records/stored-generation.js';
import type { KeptGeneration } from '../sessions/kept-generation.js';
import type { SessionStanding } from '../sessions/session-standing.js';
import type { History, PastGeneration } from './load-history.js';

/** What an earlier life left, as it is at the beginning of this one. */
export interface RevivedHistory {
  /** In order of creation. */
  readonly standings: readonly SessionStanding[];
  readonly generations: readonly Generation[];
  readonly runs: readonly Run[];
  /** Those of the above that open sessions publish again, with their sets. */
  readonly currentGenerations: readonly KeptGeneration[];
  /** Those of the above that are not any more what the store says. */
  readonly changedGenerations: readonly ChangedGeneration[];
  readonly interruptedRuns: readonly Run[];
}

/** A generation that has changed, with the rest of its record. */
export interface ChangedGeneration extends Pick<GenerationRecord, 'set' | 'format'> {
  readonly generation: Generation;
}

/**
 * Carries the history over the death of the host that wrote it: nothing it had running is there any more. Runs that
 * were live are interrupted, and a generation that is not its session's stamp has no pins left, retires and has nothing
 * open. All that ended when the store was last written, as far as is known.
 */
export function reviveHistory(history: History): RevivedHistory {
  const diedAt = history.writtenAt ?? newestTime(history);
  const standings = history.sessions
    .map(({ id, record }) => standingOf(id, record))
    .sort((one, other) => one.session.createdAt - other.session.createdAt);
  const sessionOf = new Map(standings.map(({ session }) => [session.id, session]));
  const interruptedRuns: Run[] = [];
  const runs = history.runs.map((run) => {
    if (isTerminal(run.status)) return run;
    const interrupted = interruptedRun(run, Math.max(run.admittedAt, diedAt));
    interruptedRuns.push(interrupted);
    return interrupted;
  });
  const currentGenerations: KeptGeneration[] = [];
  const changedGenerations: ChangedGeneration[] = [];
  const generations = history.generations.map((past) => {
    const { record, set } = past;
    const generation = generationOf(past, sessionOf.get(past.session));
    if (set === null) return generation;
    const { format, digest } = record;
    if (generation.state === 'current') {
      const key = recordKey.generation(generation.session, generation.generation);
      currentGenerations.push({ generation, set: publishedSet(key, { set, digest }), format });
      return generation;
    }
    const retired = retiredGeneration(
      generation,
      generation.retiredAt ?? Math.max(generation.publishedAt, diedAt),
      0,
    );
    changedGenerations.push({ generation: retired, set, format });
    return retired;
  });
  return { standings, generations, runs, currentGenerations, changedGenerations, interruptedRuns };
}

/** The latest moment that an older console has put down. */
function newestTime({ activity, runs, generations }: History): number {
  return [
    ...activity.map(({ at }) => at),
    ...runs.map(({ admittedAt, endedAt }) => endedAt ?? admittedAt),
    ...generations.map(({ record }) => record.retiredAt ?? record.publishedAt),
  ].reduce((newest, at) => Math.max(newest, at), 0);
}

function standingOf(id: string, record: History['sessions'][number]['record']): SessionStanding {
  const { options, stamp, registryGeneration, binding, packages, createdAt, closedAt } = record;
  const session: Session = {
    id,
    workspace: options.workspace,
    state: closedAt === null ? 'restoring' : 'closed',
    problem: null,
    createdAt,
    closedAt,
    stamp,
    pendingCleanups: 0,
    lastCleanup: null,
  };
  return {
    session,
    registryGeneration,
    binding: binding === null ? null : bindingOf(id, binding),
    packages: packages.map(({ name, version, digest }) => ({ name, version, digest })),
    folders:
      record.format === 1 && registryGeneration !== null ? record.packages.map(({ folder }) => folder) : null,
  };
}

function bindingOf(session: string, binding: unknown): SessionStanding['binding'] {
  try {
    return RunCapabilityBinding.parse(binding).toJSON();
  } catch (cause) {
    const record = `session/${session}`;
    const message = `The record ${record} of the store cannot be read: at $.binding, it is no binding`;
    throw new HostError('damaged-record', message, { record, path: '$.binding' }, { cause });
  }
}

function generationOf(past: PastGeneration, owner: Session | undefined): Generation {
  const { session, generation, record, capabilityCount } = past;
  const isCurrent = owner?.stamp.generation === generation && owner.state !== 'closed';
  return {
    session,
    generation,
    digest: record.digest,
    state: record.retiredAt !== null ? 'retired' : isCurrent ? 'current' : 'draining',
    cause: record.cause,
    publishedAt: record.publishedAt,
    retiredAt: record.retiredAt,
    pins: 0,
    useGeneration: record.format === 1 ? null : past.useGeneration,
    packages: record.packages,
    capabilityCount,
    effectsClosed: record.effectsClosed,
  };
}
