import {
  type AgentSession,
  CapabilityValue,
  CommandOutput,
  type ConfirmationRequest,
  HOOK_EVENT_TYPES,
  type HookEvent,
  HookResponse,
  PermissionPolicy,
  type SessionEvent,
  type Tool,
  type ToolContext,
  ToolOutput,
} from '../../src/index.js';
import { type EventRecorder, LeaseProviderDouble, ManualClock } from '../../src/testing/index.js';
import { commandOf } from '../command-builders.js';
import { providerOf, resultOfItems } from '../context-builders.js';
import { openDelegating, workerOf } from '../delegation-builders.js';
import { packageBatch } from '../kind-builders.js';
import { toolOf } from '../loop-builders.js';
import { cursor } from '../set-builders.js';
import { ForeignCalls } from './foreign-calls.js';
import type { SeededRandom } from './seeded-random.js';
import { brokenPromises } from './session-promises.js';
import { WanderingModel } from './wandering-model.js';

const PROMPTS = ['go', 'go', 'go', '/compact', '/compact', '/clear', '/model other', '/linger', '/nothing'];

/** What a tool has opened in its turn. */
class OpenedByTool {
  readonly name = 'opened';
  /** It belongs to no generation. */
  readonly generation = 0;
  readonly #fails: boolean;
  closed = 0;

  constructor(fails: boolean) {
    this.#fails = fails;
  }

  close(): void {
    this.closed += 1;
    if (this.#fails) throw new Error('stuck');
  }
}

/** A session whose runs do all that a run can do, with foreign code that lasts and fails at random. */
export class RunWorld {
  readonly recorder: EventRecorder<SessionEvent>;
  readonly #random: SeededRandom;
  readonly #clock = new ManualClock();
  readonly #calls: ForeignCalls;
  readonly #session: AgentSession;
  readonly #effects: OpenedByTool[] = [];
  readonly #providers: LeaseProviderDouble[] = [];
  readonly #going: Promise<unknown>[] = [];
  readonly #approved = new Set<string>();
  readonly #generations = new Map<string, number>();
  readonly #agents = new Map<string, string>();
  readonly #over = new Set<string>();

  constructor(random: SeededRandom) {
    this.#random = random;
    this.#calls = new ForeignCalls(random);
    const model = new WanderingModel(random, this.#calls);
    const { session, recorder } = openDelegating(model, {
      clock: this.#clock,
      maxConcurrentRuns: 3,
      permissionPolicy: new PermissionPolicy().allow('*').ask('asked').deny('denied'),
      confirm: (request, { signal }) => this.#confirm(request, signal),
      resolveModel: async (_name, { signal }) => {
        await this.#calls.last('the finding of a model', null, signal);
        return model;
      },
      contextProviders: [
        providerOf('context', {
          query: async (_query, { signal }) => {
            await this.#calls.last('a context provider', null, signal);
            return resultOfItems();
          },
          onTurnComplete: (_turn, { signal }) => this.#calls.last('the end of a turn', null, signal),
        }),
      ],
    });
    [this.#session, this.recorder] = [session, recorder];
    session.subscribe((event) => this.#look(event));
    const bold = { permissions: [{ decision: 'allow', rule: '*' }] } as const;
    session.registerWorkerAgent(workerOf('bold', bold));
    for (const eventType of ['pre_compact', 'post_compact', 'on_confirmation'] as const) {
      session.registerHook({ id: `steady ${eventType}`, eventType }, { handle: this.#hookOf });
    }
    session.registerDynamicTool(this.#tool('asked', this.#approvalFlaw));
    session.registerDynamicTool(this.#tool('denied', () => 'it is denied'));
    session.registerCommand(
      commandOf('linger', async (_args, { runId, signal }) => {
        await this.#calls.last('a command', runId, signal);
        return CommandOutput.text('lingered');
      }),
    );
  }

  /** Does one thing at random. */
  async step(): Promise<void> {
    const goOn = (): void => this.#calls.letSomeGoOn();
    const start = (): void => this.#follow(this.#start());
    const runId = this.#random.pick([...this.#generations.keys()].filter((id) => !this.#over.has(id)));
    const cancel = (): unknown => this.#session.cancelRun(runId ?? 'none');
    const drain = (): void => this.#follow(this.#session.drainCapabilityCleanup());
    const publish = (): void => this.#follow(this.#publish());
    const hook = (): void => this.#changeHook();
    const rest = [start, start, cancel, drain, publish, hook];
    const steps = [...Array.from({ length: 8 }, () => goOn), ...rest];
    if (this.#random.chance(6)) await this.#clock.advance(this.#random.below(9_000));
    else this.#random.pick(steps)?.();
    for (let turn = this.#random.below(30); turn > 0; turn -= 1) await Promise.resolve();
  }

  /** Closes the session in the middle of whatever goes on. */
  close(): void {
    this.#follow(this.#session.close());
  }

  /** @returns what the session did not keep of what it promises */
  async end(): Promise<readonly string[]> {
    this.close();
    await this.#clock.advance(20_000);
    this.#calls.assertStopped(null);
    for (let round = 0; round < 4; round += 1) {
      this.#calls.letAllGoOn();
      await this.#clock.advance(10_000);
    }
    await Promise.all(this.#going);
    await this.#session.drainCapabilityCleanup();
    const timers = this.#clock.pendingTimers;
    return [
      ...this.#calls.violations,
      ...(timers === 0 ? [] : [`${timers} timers are left`]),
      ...brokenPromises(this.#session, this.recorder, this.#effects, this.#providers),
    ];
  }

  #follow(promise: Promise<unknown>): void {
    this.#going.push(promise.catch(() => undefined));
  }

  async #start(): Promise<void> {
    const abort = new AbortController();
    if (this.#random.chance(10)) this.#follow(Promise.resolve().then(() => abort.abort()));
    const options = { signal: abort.signal };
    if (this.#random.chance(30)) await (await this.#session.spawnRun('go', options)).result;
    else await this.#session.send(this.#random.pick(PROMPTS) ?? '', options);
  }

  async #publish(): Promise<unknown> {
    const generation = this.#session.capabilityCatalogStamp.generation + 1;
    const provider = new LeaseProviderDouble(cursor(generation));
    this.#providers.push(provider);
    const tool = this.#tool('work', ({ runId, callId }) => {
      if (this.#generations.get(runId) !== generation) return `it is of generation ${generation}`;
      return this.#agents.get(`${runId} ${callId.split('/')[0]}`) === 'explore' ? 'explore may not' : null;
    });
    const handler = { handle: this.#hookOf };
    const definition = { id: 'published', eventType: 'pre_tool_use' } as const;
    const values = [CapabilityValue.tool(tool), CapabilityValue.hook({ definition, handler })];
    return await this.#session.applyCapabilityBatch(
      packageBatch(
        generation,
        provider,
        values.map((value) => ({ value })),
      ),
    );
  }

  /** A tool that must not be called where `flawOf` gives a reason. */
  #tool(name: string, flawOf: (context: ToolContext) => string | null): Tool {
    return toolOf({
      name,
      execute: async (_args, context) => {
        const flaw = flawOf(context);
        if (flaw !== null) this.#calls.violations.push(`${name} was called in ${context.runId}: ${flaw}`);
        const effect = new OpenedByTool(this.#random.chance(20));
        context.scope.registerEffect(effect);
        this.#effects.push(effect);
        await this.#calls.last(name, context.runId, context.signal);
        return ToolOutput.success('ok');
      },
    });
  }

  readonly #approvalFlaw = ({ runId, callId }: ToolContext): string | null =>
    this.#approved.has(`${runId} ${callId}`) ? null : 'nobody agreed';

  async #confirm({ runId, callId, agent }: ConfirmationRequest, signal: AbortSignal) {
    if (agent === 'explore') this.#calls.violations.push('explore asked a person');
    await this.#calls.last('a person', runId, signal);
    const approved = this.#random.chance(60);
    if (approved) this.#approved.add(`${runId} ${callId}`);
    return { approved };
  }

  #changeHook(): void {
    const eventType = this.#random.pick(HOOK_EVENT_TYPES) ?? 'on_error';
    const config = {
      timeoutMs: this.#random.chance(50) ? 500 : 30_000,
      asyncExecution: this.#random.chance(30),
    };
    if (this.#session.closed) return;
    if (this.#random.chance(40)) this.#session.unregisterHook(eventType);
    else this.#session.registerHook({ id: eventType, eventType, config }, { handle: this.#hookOf });
  }

  readonly #hookOf = async (
    { type, runId }: HookEvent,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<HookResponse> => {
    await this.#calls.last(`a hook on ${type}`, runId, signal);
    switch (this.#random.below(24)) {
      case 0:
        return HookResponse.block('no');
      case 1:
        return HookResponse.escalate('look');
      case 2:
        return HookResponse.skip();
      case 3:
        throw new Error('no idea');
      case 4:
        return HookResponse.continue(type === 'pre_tool_use' ? { arguments: {} } : { prompt: 'go on' });
      default:
        return HookResponse.continue();
    }
  };

  #look(event: SessionEvent | { readonly type: 'events-lost' }): void {
    const { type } = event;
    if (type === 'run-admitted') this.#generations.set(event.runId, event.generation);
    if (type === 'run-task') this.#agents.set(`${event.runId} ${event.taskId}`, event.agent);
    if ('runId' in event && this.#over.has(event.runId) && /^run-(?!closed)/u.test(type)) {
      this.#calls.violations.push(`${type} was told after the end of ${event.runId}`);
    }
    if (type !== 'run-finished') return;
    this.#over.add(event.runId);
    this.#calls.assertStopped(event.runId);
  }
}
