import { CapabilityCatalog } from '../catalog/capability-catalog.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { AgentDefinition } from '../kinds/agent-definition.js';
import type { Command } from '../kinds/command.js';
import type { Context } from '../kinds/context-provider.js';
import type { Hook } from '../kinds/hook.js';
import type { Tool } from '../kinds/tool.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { type Clock, systemClock } from '../lifecycle/clock.js';
import { EventLog } from '../lifecycle/event-log.js';
import { type IdSource, systemIds } from '../lifecycle/id-source.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import { DEFAULT_LOOP_LIMITS, type LoopLimits } from '../loop/loop-limits.js';
import { PermissionPolicy } from '../loop/permission-policy.js';
import type { LlmClient } from '../model/llm-client.js';
import { addTokenUsage, NO_TOKEN_USAGE, type TokenUsage } from '../model/token-usage.js';
import { CapabilityCeiling } from '../scope/capability-ceiling.js';
import { AddedServers } from './added-servers.js';
import { AddedSkills } from './added-skills.js';
import { AsyncLock } from './async-lock.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { CatalogEvents, stampOf } from './catalog-events.js';
import { ForgottenPins } from './forgotten-pins.js';
import { CONCURRENT_RUNS_DEFAULT, CONCURRENT_RUNS_MAX } from './limits.js';
import { NamedRegistrations } from './named-registrations.js';
import { RunStore } from './run-store.js';
import { sessionContexts } from './session-contexts.js';
import type { SessionEvent } from './session-event.js';
import { SessionModel } from './session-model.js';
import type { SessionSettings } from './session-options.js';

/** What the parts of one session share. Everything here changes between two awaits, never across one. */
export class SessionState {
  readonly id: string;
  readonly workspace: string;
  readonly model: SessionModel;
  readonly settings: SessionSettings;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limits: LoopLimits;
  readonly maxConcurrentRuns: number;
  readonly permissions: PermissionPolicy;
  readonly closePolicy: ScopeClosePolicy;
  readonly events: EventLog<SessionEvent>;
  readonly catalogEvents: CatalogEvents;
  readonly catalog: CapabilityCatalog;
  readonly forgottenPins: ForgottenPins;
  readonly runs: RunStore;
  readonly dynamicTools = new NamedRegistrations<Tool>();
  readonly addedSkills = new AddedSkills();
  readonly workerAgents = new NamedRegistrations<AgentDefinition>();
  readonly commands = new NamedRegistrations<Command>();
  readonly registeredHooks = new NamedRegistrations<Hook>();
  readonly addedServers = new AddedServers();
  /** The context providers that the session was built with. */
  readonly contexts: ReadonlyMap<string, Context>;
  /** Serialises publications and changes of the added servers with each other and with the last part of closing. */
  readonly mutation = new AsyncLock();
  /** Aborts all that the session has started. */
  readonly abort = new AbortController();
  #closed = false;
  #usage = NO_TOKEN_USAGE;

  constructor(id: string, workspace: string, client: LlmClient, settings: SessionSettings) {
    this.id = id;
    this.workspace = workspace;
    this.model = new SessionModel(client, settings.modelName ?? null);
    this.settings = settings;
    this.clock = settings.clock ?? systemClock;
    this.ids = settings.ids ?? systemIds;
    this.limits = { ...DEFAULT_LOOP_LIMITS, ...settings.limits };
    this.maxConcurrentRuns = settings.maxConcurrentRuns ?? CONCURRENT_RUNS_DEFAULT;
    requireWhole('maxConcurrentRuns', this.maxConcurrentRuns, CONCURRENT_RUNS_MAX);
    requireWhole('prepareConcurrency', settings.prepareConcurrency ?? 1, Number.MAX_SAFE_INTEGER);
    requireWhole('limits.toolResultBytes', this.limits.toolResultBytes, Number.MAX_SAFE_INTEGER);
    this.permissions = settings.permissionPolicy ?? new PermissionPolicy();
    this.contexts = sessionContexts(id, settings.contextProviders ?? []);
    this.closePolicy = settings.closePolicy ?? new ScopeClosePolicy();
    this.events = new EventLog<SessionEvent>({
      clock: this.clock,
      ...(settings.eventHistory === undefined ? {} : { historyLimit: settings.eventHistory }),
      onListenerError: (error) => this.emit({ type: 'listener-failed', message: messageOf(error) }),
    });
    this.catalogEvents = new CatalogEvents((event) => this.emit(event));
    this.catalog = new CapabilityCatalog({ clock: this.clock, observer: this.catalogEvents });
    this.forgottenPins = new ForgottenPins((stamp) =>
      this.emit({ type: 'pin-forgotten', stamp: stampOf(stamp) }),
    );
    this.runs = new RunStore(id, this.clock);
    // Refused now rather than at each admission.
    this.ceilingOf(this.catalog.current.projection.set);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** @returns whether this call closed the session */
  close(): boolean {
    const first = !this.#closed;
    this.#closed = true;
    return first;
  }

  /** @throws {CapabilityRuntimeError} `session-closed` */
  assertOpen(): void {
    if (this.#closed) {
      throw new CapabilityRuntimeError({ code: 'session-closed' });
    }
  }

  /** Tokens of all runs that have ended. */
  get usage(): TokenUsage {
    return this.#usage;
  }

  addUsage(usage: TokenUsage): void {
    this.#usage = addTokenUsage(this.#usage, usage);
  }

  emit(event: SessionEvent): void {
    this.events.publish(event);
  }

  /** What a run on this set may do: all of the set, within the guards and limits of the host. */
  ceilingOf(set: CapabilitySet): CapabilityCeiling {
    const { maxToolRounds, maxParallelTasks, toolTimeoutMs, llmApiTimeoutMs, maxExecutionTimeMs } =
      this.limits;
    return CapabilityCeiling.create(set, {
      governance: {
        permissionGuardRequired: this.settings.permissionPolicy !== undefined,
        confirmationGuardRequired: this.settings.confirm !== undefined,
        securityGuardRequired: false,
        budgetGuardRequired: false,
        activeSkillRestrictionsRequired: false,
      },
      execution: { maxToolRounds, maxParallelTasks, toolTimeoutMs, llmApiTimeoutMs, maxExecutionTimeMs },
    });
  }
}

function requireWhole(name: string, value: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < 1 || value > max) {
    throw new RangeError(`${name} has to be a whole number from 1 to ${max}; it is ${value}.`);
  }
}
