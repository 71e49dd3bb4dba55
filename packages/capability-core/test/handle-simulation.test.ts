import { expect, it } from 'vitest';
import { type AgentSession, CapabilityValue, McpBinding, type McpClient } from '../src/index.js';
import { LeaseProviderDouble, ReadyAdapter } from '../src/testing/index.js';
import { packageBatch, uiOf } from './kind-builders.js';
import { openSession } from './session-builders.js';
import { cursor } from './set-builders.js';
import { NoticingAdapter } from './simulation/noticing-adapter.js';
import { SeededRandom } from './simulation/seeded-random.js';
import { brokenPromises } from './simulation/session-promises.js';

const WORLDS = 40;
const STEPS = 40;

/** An effect that remembers to which generation it belongs; 0 for a server of the host. Some do not close well. */
class HeldEffect {
  readonly name = 'held';
  closed = 0;
  readonly generation: number;
  readonly #fails: boolean;

  constructor(generation: number, fails: boolean) {
    this.generation = generation;
    this.#fails = fails;
  }

  close(): void {
    this.closed += 1;
    if (this.#fails) throw new Error('stuck');
  }
}

/** A session in which batches, handles, runs and servers come and go, none of them awaited before the next. */
class HandleWorld {
  readonly effects: HeldEffect[] = [];
  readonly providers: LeaseProviderDouble[] = [];
  readonly #opened = openSession();
  readonly #random: SeededRandom;
  readonly #open: AsyncDisposable[] = [];
  readonly #going: Promise<unknown>[] = [];

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  get recorder() {
    return this.#opened.recorder;
  }

  get #session(): AgentSession {
    return this.#opened.session;
  }

  async step(): Promise<void> {
    const steps = [
      () => this.#publish(),
      () => this.#hold(this.#session.projectedUi('panel', this.#givingUp())),
      () => this.#hold(this.#session.projectedFlow('none')),
      () => this.#hold(this.#session.admitCapabilityRun(this.#givingUp())),
      () => this.#hold(this.#session.admitCapabilityRun(this.#givingUp())),
      () => this.#addServer(),
      () => this.#session.removeMcpServer(this.#serverName(), this.#givingUp()),
      async () => this.#open.splice(this.#random.below(this.#open.length + 1), 1)[0]?.[Symbol.asyncDispose](),
      () => this.#session.drainCapabilityCleanup(),
    ];
    const start = steps[this.#random.below(steps.length)];
    this.#going.push(start?.().catch(() => undefined) ?? Promise.resolve());
    for (let turn = this.#random.below(12); turn > 0; turn -= 1) await Promise.resolve();
  }

  close(): void {
    this.#going.push(this.#session.close());
  }

  /** @returns what the session did not keep of what it promises */
  async end(): Promise<readonly string[]> {
    this.close();
    while (this.#going.length > 0) await Promise.all(this.#going.splice(0));
    for (const held of this.#open.splice(0)) await held[Symbol.asyncDispose]();
    await this.#session.drainCapabilityCleanup();
    return brokenPromises(this.#session, this.recorder, this.effects, this.providers);
  }

  async #publish(): Promise<unknown> {
    const generation = this.#session.capabilityCatalogStamp.generation + 1;
    const failing = this.#random.chance(20) ? { failure: 'no lease' } : {};
    const provider = new LeaseProviderDouble(cursor(generation), failing);
    this.providers.push(provider);
    const value = CapabilityValue.ui(uiOf('panel', `${generation}`));
    const batch = packageBatch(generation, provider, [{ value, adapter: this.#adapter(value, generation) }]);
    return await this.#session.applyCapabilityBatch(batch, this.#givingUp());
  }

  /** Whoever asks for something often thinks better of it, sooner or later. */
  #givingUp(): { readonly signal: AbortSignal } {
    const abort = new AbortController();
    if (this.#random.chance(40)) this.#going.push(this.#abortSoon(abort));
    return { signal: abort.signal };
  }

  async #abortSoon(abort: AbortController): Promise<void> {
    for (let turn = this.#random.below(12); turn > 0; turn -= 1) await Promise.resolve();
    abort.abort();
  }

  /** The effect is there from the moment at which it is prepared. */
  #adapter(value: CapabilityValue, generation: number): NoticingAdapter {
    const effect = new HeldEffect(generation, this.#random.chance(15));
    return new NoticingAdapter(new ReadyAdapter(value, effect), () => this.effects.push(effect));
  }

  async #hold(opening: Promise<AsyncDisposable | null>): Promise<void> {
    const held = await opening;
    if (held !== null) this.#open.push(held);
  }

  async #addServer(): Promise<void> {
    const name = this.#serverName();
    const client: McpClient = {
      serverName: name,
      connected: true,
      callTool: async () => ({ content: '', isError: false }),
    };
    const binding = new McpBinding(name, client, [{ name: 'read', inputSchema: { type: 'object' } }]);
    await this.#session.addMcpServer(name, this.#adapter(CapabilityValue.mcp(binding), 0), this.#givingUp());
  }

  #serverName(): string {
    return `server-${this.#random.below(3)}`;
  }
}

it('keeps every promise to handles and added servers under whatever order of operations', async () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const random = new SeededRandom(seed);
    const world = new HandleWorld(random);
    const closeAt = random.below(STEPS * 2);
    for (let step = 0; step < STEPS; step += 1) {
      if (step === closeAt) world.close();
      await world.step();
    }
    expect({ seed, broken: await world.end() }).toEqual({ seed, broken: [] });
    for (const type of world.recorder.types) seen.set(type, (seen.get(type) ?? 0) + 1);
  }
  // The simulation is worth something only if it goes everywhere.
  for (const type of [
    'generation-published',
    'handle-opened',
    'handle-closed',
    'mcp-server-closed',
    'registration',
    'registration-refused',
    'lease-released',
  ]) {
    expect(seen.get(type) ?? 0, type).toBeGreaterThan(10);
  }
});
