import {
  type AgentSession,
  CapabilityValue,
  FlowBinding,
  type FlowEngine,
  type ProjectedFlow,
  type ProjectedUi,
} from '../src/index.js';
import { CountingEffect, LeaseProviderDouble } from '../src/testing/index.js';
import { packageBatch, uiOf } from './kind-builders.js';
import { cursor } from './set-builders.js';

/** What a published capability holds, to be counted. */
export interface Held {
  readonly provider: LeaseProviderDouble;
  readonly effect: CountingEffect;
}

/** Publishes a package's only capability. */
export async function publishValue(
  session: AgentSession,
  generation: number,
  value: CapabilityValue,
): Promise<Held> {
  const provider = new LeaseProviderDouble(cursor(generation, generation.toString(16)));
  const effect = new CountingEffect();
  await session.applyCapabilityBatch(packageBatch(generation, provider, [{ value, effects: [effect] }]));
  return { provider, effect };
}

/** Publishes the UI `panel`, whose page says its version. */
export function publishPanel(session: AgentSession, generation: number, version = 'one'): Promise<Held> {
  return publishValue(session, generation, CapabilityValue.ui(uiOf('panel', version)));
}

/** Publishes the workflow `release` in the revision of its generation. */
export function publishRelease(session: AgentSession, generation: number, engine: FlowEngine): Promise<Held> {
  const flow = new FlowBinding({ name: 'release', revision: `r${generation}` }, engine);
  return publishValue(session, generation, CapabilityValue.flow(flow));
}

/** A handle on `panel`. */
export async function panelOf(session: AgentSession): Promise<ProjectedUi> {
  return present(await session.projectedUi('panel'));
}

/** A handle on `release`. */
export async function releaseOf(session: AgentSession, signal?: AbortSignal): Promise<ProjectedFlow> {
  return present(await session.projectedFlow('release', signal === undefined ? {} : { signal }));
}

function present<T>(handle: T | null): T {
  if (handle === null) throw new Error('nothing was published under the name');
  return handle;
}
