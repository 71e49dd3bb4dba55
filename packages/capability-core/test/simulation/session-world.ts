import {
  Agent,
  type AgentSession,
  type CapabilityEffect,
  CapabilityValue,
  messageText,
  PermissionPolicy,
  type RunHandle,
  SessionCapabilityBatch,
  type SessionCapabilityRun,
  type SessionEvent,
  type UseGenerationLeaseProvider,
} from '../../src/index.js';
import {
  EventRecorder,
  FailingAdapter,
  HeldAdapter,
  LeaseProviderDouble,
  ManualClock,
  ReadyAdapter,
  RecordingTool,
} from '../../src/testing/index.js';
import { cursor, idIn, packageSet, toolSet } from '../set-builders.js';
import { NoticingAdapter } from './noticing-adapter.js';
import type { SeededRandom } from './seeded-random.js';
import { brokenPromises } from './session-promises.js';
import { SteppedModel } from './stepped-model.js';

/** An effect that knows whether it may be closed. */
class TrackedEffect implements CapabilityEffect {
  readonly name = 'simulated.effect';
  readonly generation: number;
  readonly #world: SessionWorld;
  closed = 0;

  constructor(world: SessionWorld, generation: number) {
    this.#world = world;
    this.generation = generation;
  }

  close(): void {
    this.closed += 1;
    this.#world.assertMayClose(this);
  }
}

/** One session under random operation, and all that has to hold of it. */
export class SessionWorld {
  readonly clock = new ManualClock();
  readonly model = new SteppedModel();
  readonly session: AgentSession;
  readonly recorder: EventRecorder<SessionEvent>;
  readonly effects: TrackedEffect[] = [];
  readonly violations: string[] = [];
  readonly #random: SeededRandom;
  readonly #providers: LeaseProviderDouble[] = [];
  readonly #publications = new Set<AbortController>();
  readonly #held = new Set<HeldAdapter>();
  readonly #guards = new Set<SessionCapabilityRun>();
  readonly #spawned = new Map<string, number>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #committed = new Map<number, ReadonlySet<TrackedEffect>>();

  constructor(random: SeededRandom) {
    this.#random = random;
    this.session = Agent.fromConfig().buildSession('/work', this.model, {
      sessionId: 'simulated',
      clock: this.clock,
      maxConcurrentRuns: 4,
      permissionPolicy: new PermissionPolicy().allow('*'),
    });
    this.recorder = new EventRecorder<SessionEvent>(this.session);
  }

  /** Does one thing at random. */
  async step(): Promise<void> {
    const actions = [
      () => this.#publish(),
      () => this.#publish(),
      () => this.#random.pick([...this.#publications])?.abort(),
      () => this.#finishHeld(),
      () => this.#finishHeld(),
      () => this.#admit(),
      () => this.#leave(),
      () => this.#spawn(),
      () => this.#random.pick([...this.model.waiting])?.(),
      () => this.#random.pick([...this.model.waiting])?.(),
      () => this.session.cancelRun(this.#random.pick([...this.#spawned.keys()]) ?? 'none'),
      () => this.#track(this.session.drainCapabilityCleanup()),
      () => this.#registration(),
    ];
    if (this.#random.chance(8)) {
      await this.clock.advance(this.#random.below(9_000));
    } else {
      this.#random.pick(actions)?.();
    }
    for (let turn = this.#random.below(12); turn > 0; turn -= 1) {
      await Promise.resolve();
    }
  }

  /** Closes the session in the middle of whatever goes on. */
  close(): void {
    this.#track(this.session.close());
  }

  /** Lets everything come to its end and checks what has to hold then. */
  async end(): Promise<void> {
    this.close();
    // Half of the time, what is held outlasts the patience of whoever waits for it.
    await this.clock.advance(this.#random.chance(50) ? 6_000 : 0);
    for (let round = 0; round < 8; round += 1) {
      for (const held of this.#held) {
        held.finish();
      }
      await this.clock.advance(1_000);
    }
    for (const guard of this.#guards) {
      this.#release(guard);
    }
    await this.clock.advance(10_000);
    await Promise.all(this.#pending);
    await this.session.drainCapabilityCleanup();
    this.violations.push(...brokenPromises(this.session, this.recorder, this.effects, this.#providers));
  }

  assertMayClose(effect: TrackedEffect): void {
    const { generation } = effect;
    const { capabilityCatalogStamp: current, closed } = this.session;
    if (!this.#committed.get(generation)?.has(effect)) {
      // It belongs to a batch that never became a generation.
      return;
    }
    if (current.generation === generation && !closed) {
      this.violations.push(`an effect of the current generation ${generation} was closed`);
    }
    const pinned =
      [...this.#guards].some(({ stamp }) => stamp.generation === generation) ||
      [...this.#spawned.values()].includes(generation);
    if (pinned && current.generation !== generation) {
      this.violations.push(`an effect of generation ${generation} was closed under a pin`);
    }
  }

  #publish(): void {
    const generation = this.session.capabilityCatalogStamp.generation + (this.#random.chance(90) ? 1 : 2);
    const names = Array.from({ length: 1 + this.#random.below(3) }, (_, index) => `tool-${index}`);
    const [batch, set] = this.#emptyBatch(generation, names);
    const effects = new Set<TrackedEffect>();
    for (const name of names) {
      const made = Array.from({ length: this.#random.below(3) }, () => new TrackedEffect(this, generation));
      const value = CapabilityValue.tool(new RecordingTool(name, `version ${generation}`));
      const kind = this.#random.below(10);
      if (kind === 0) {
        batch.stage(idIn(set, name), new FailingAdapter());
      } else if (kind < 5) {
        const held = new HeldAdapter(value, made, kind < 3 ? 'ignores-abort' : 'gives-up');
        this.#held.add(held);
        batch.stage(idIn(set, name), new NoticingAdapter(held, () => this.#own(effects, made)));
      } else {
        batch.stage(
          idIn(set, name),
          new NoticingAdapter(new ReadyAdapter(value, ...made), () => this.#own(effects, made)),
        );
      }
    }
    const abort = new AbortController();
    this.#publications.add(abort);
    const applied = this.session.applyCapabilityBatch(batch, { signal: abort.signal });
    const stop = this.session.subscribe((event) => {
      // The commit is seen at once, before the promise tells of it.
      if (event.type === 'batch-committed' && event.receipt.committed.digest === set.digest) {
        this.#committed.set(generation, effects);
      }
    });
    this.#track(
      applied
        .catch(() => undefined)
        .finally(() => {
          this.#publications.delete(abort);
          stop();
        }),
    );
  }

  #own(effects: Set<TrackedEffect>, made: readonly TrackedEffect[]): void {
    for (const effect of made) {
      effects.add(effect);
      this.effects.push(effect);
    }
  }

  #emptyBatch(generation: number, names: readonly string[]) {
    if (this.#random.chance(30)) {
      const set = toolSet(generation, names, { 'tool-2': ['tool-0'] });
      return [SessionCapabilityBatch.create(set), set] as const;
    }
    const set = packageSet(generation, names, cursor(generation));
    return [SessionCapabilityBatch.fromUseProjection(set, this.#provider(generation)), set] as const;
  }

  #provider(generation: number): UseGenerationLeaseProvider {
    const options = this.#random.chance(10) ? { failure: 'simulated' } : {};
    const provider = new LeaseProviderDouble(cursor(generation), options);
    this.#providers.push(provider);
    return provider;
  }

  #finishHeld(): void {
    const held = this.#random.pick([...this.#held]);
    if (held !== undefined) {
      this.#held.delete(held);
      held.finish();
    }
  }

  #admit(): void {
    const abort = new AbortController();
    const admission = this.session.admitCapabilityRun({ signal: abort.signal });
    this.#track(
      admission.then(
        (run) => void this.#guards.add(run),
        () => undefined,
      ),
    );
    if (this.#random.chance(20)) {
      abort.abort();
    }
  }

  #leave(): void {
    const guard = this.#random.pick([...this.#guards]);
    if (guard !== undefined) {
      this.#release(guard);
    }
  }

  #release(guard: SessionCapabilityRun): void {
    this.#guards.delete(guard);
    if (this.#random.chance(30)) {
      guard[Symbol.dispose]();
    } else {
      this.#track(guard[Symbol.asyncDispose]());
    }
  }

  #spawn(): void {
    this.#track(
      this.session.spawnRun('go', { streaming: this.#random.chance(50) }).then(
        (handle) => this.#follow(handle),
        () => undefined,
      ),
    );
  }

  async #follow({ runId, result }: RunHandle): Promise<void> {
    const admitted = this.recorder.of('run-admitted').find((event) => event.runId === runId);
    const generation = admitted?.generation ?? -1;
    // Until it has ended, the run holds its generation; it lets go before its result settles.
    const stop = this.session.subscribe((event) => {
      if (event.type === 'run-finished' && event.runId === runId) {
        this.#spawned.delete(runId);
      }
    });
    this.#spawned.set(runId, generation);
    try {
      const { text, messages } = await result;
      if (text !== `version ${generation}` && text !== 'There is no tool named "tool-0".') {
        this.violations.push(
          `a run on generation ${generation} was answered ${text} (${messages.map(messageText).join(' / ')})`,
        );
      }
    } catch {
      // Cancelled or failed: its record says so, and is checked at the end.
    } finally {
      this.#spawned.delete(runId);
      stop();
    }
  }

  #registration(): void {
    const name = `tool-${this.#random.below(3)}`;
    try {
      if (this.#random.chance(50)) {
        this.session.registerDynamicTool(new RecordingTool(name, 'the host’s'));
      }
      this.session.unregisterDynamicTool(name);
    } catch {
      // A published tool has the name, or the session is closed.
    }
  }

  #track(promise: Promise<unknown>): void {
    this.#pending.add(promise);
    void promise.then(() => this.#pending.delete(promise));
  }
}
