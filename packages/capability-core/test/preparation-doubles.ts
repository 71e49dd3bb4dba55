import type { CapabilityProjectionAdapter } from '../src/catalog/capability-projection-adapter.js';
import type { PreparationObserver } from '../src/catalog/preparation-observer.js';
import { PreparedCapability } from '../src/catalog/prepared-capability.js';
import type { StagedTransaction } from '../src/catalog/staged-transaction.js';
import type { CapabilityEffect } from '../src/lifecycle/capability-effect.js';
import { toolValue } from './set-builders.js';

/** An effect that notes its name in `log` when it is closed. */
export function notingEffect(name: string, log: string[]): CapabilityEffect {
  return {
    name,
    close: () => {
      log.push(name);
    },
  };
}

/** A prepared tool that holds effects of the given names. */
export function preparedTool(name: string, effects: readonly CapabilityEffect[] = []): PreparedCapability {
  const prepared = new PreparedCapability(toolValue(name));
  for (const effect of effects) prepared.pushEffect(effect);
  return prepared;
}

/** An adapter that is ready at once. */
export function readyAdapter(
  name: string,
  effects: readonly CapabilityEffect[] = [],
): CapabilityProjectionAdapter {
  return { prepare: async () => preparedTool(name, effects) };
}

/** An adapter that returns, fails or hangs as its test says. */
export class ControlledAdapter implements CapabilityProjectionAdapter {
  #settle: { resolve: (prepared: PreparedCapability) => void; reject: (error: unknown) => void } | undefined;
  #signal: AbortSignal | undefined;
  #settled = false;

  get started(): boolean {
    return this.#settle !== undefined;
  }

  get settled(): boolean {
    return this.#settled;
  }

  get aborted(): boolean {
    return this.#signal?.aborted ?? false;
  }

  prepare({ signal }: { readonly signal: AbortSignal }): Promise<PreparedCapability> {
    this.#signal = signal;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  succeed(prepared: PreparedCapability): void {
    this.#settled = true;
    this.#settle?.resolve(prepared);
  }

  fail(error: unknown): void {
    this.#settled = true;
    this.#settle?.reject(error);
  }
}

/** Stages a ready adapter for each capability, except where another is given; tools are named by their local id. */
export function stageAll(
  transaction: StagedTransaction,
  adapters: Readonly<Record<string, CapabilityProjectionAdapter>> = {},
): void {
  for (const { id } of transaction.set.capabilities) {
    transaction.stage(id, adapters[id.localId] ?? readyAdapter(id.localId));
  }
}

/** An observer that notes each call as a line. */
export function notingObserver(log: string[]): PreparationObserver {
  return {
    preparing: (id) => log.push(`preparing ${id.localId}`),
    prepared: (id, { effects }) => log.push(`prepared ${id.localId} (${effects})`),
    failed: (id, { code }) => log.push(`failed ${id.localId} (${code})`),
    rolledBack: (id) => log.push(`rolled back ${id.localId}`),
    lateEffect: (id, { effectsClosed }) => log.push(`late ${id.localId} (${effectsClosed})`),
  };
}
