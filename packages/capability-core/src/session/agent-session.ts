import type { CapabilityCommitReceipt } from '../catalog/capability-commit-receipt.js';
import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import type { CatalogStamp } from '../catalog/catalog-stamp.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { Command } from '../kinds/command.js';
import type { HookDefinition, HookHandler } from '../kinds/hook.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import type { WorkerAgentSpec } from '../kinds/worker-agent-spec.js';
import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';
import type { EventListener } from '../lifecycle/event-log.js';
import type { RunCapabilityBinding } from '../scope/run-capability-binding.js';
import { admitRun } from './admission.js';
import type { AgentFileReader } from './agent-dir.js';
import { registerCommand, unregisterCommand } from './command-registration.js';
import { registerTool, unregisterTool } from './dynamic-tool-registration.js';
import { projectFlow, projectUi } from './handle-admission.js';
import { registerHook, unregisterHook } from './hook-registration.js';
import { addServer, removeServer } from './mcp-server-registration.js';
import type { ProjectedFlow } from './projected-flow.js';
import type { ProjectedUi } from './projected-ui.js';
import { publishBatch } from './publication.js';
import { bindingOf, currentBinding, recoverBatch } from './recovery.js';
import type { RunEventPage } from './run-event-store.js';
import type { RunHandle, RunResult } from './run-result.js';
import type { RunSnapshot } from './run-snapshot.js';
import { type RunStream, runStream, TextQueue } from './run-stream.js';
import type { SessionCapabilityBatch } from './session-batch.js';
import type { SessionCapabilityRun } from './session-capability-run.js';
import { closeSession, drainCleanup } from './session-close.js';
import type { SessionEvent } from './session-event.js';
import { SessionHooks } from './session-hooks.js';
import { SessionRuns } from './session-runs.js';
import type { SessionState } from './session-state.js';
import { addSkill, removeSkill } from './skill-registration.js';
import { hasWorkerAgent, registerAgentDir, registerWorkerAgents } from './worker-agent-registration.js';

/** Cancels an operation. */
export interface Cancellable {
  readonly signal?: AbortSignal;
}

/** How a run of its own is spawned. */
export interface SpawnRunOptions extends Cancellable {
  /** 1 to 128 of the characters `a-z A-Z 0-9 . _ -`; a run under it is recorded even if it is not admitted. */
  readonly runId?: string;
  /** Whether the model streams, so that its text arrives in pieces as `run-text` events. Default `true`. */
  readonly streaming?: boolean;
}

/**
 * A catalog of capabilities, the conversation that uses it, and the runs beside that.
 *
 * Each run keeps the generation that was published when it was admitted, whatever is published while it runs.
 * Built by `Agent.buildSession`; closed by {@link close}.
 */
export class AgentSession {
  readonly #state: SessionState;
  readonly #hooks: SessionHooks;
  readonly #runs: SessionRuns;

  constructor(state: SessionState) {
    this.#state = state;
    this.#hooks = new SessionHooks(state);
    this.#runs = new SessionRuns(state, this.#hooks);
    state.emit({ type: 'session-opened', sessionId: state.id, workspace: state.workspace });
  }

  get id(): string {
    return this.#state.id;
  }

  get workspace(): string {
    return this.#state.workspace;
  }

  get closed(): boolean {
    return this.#state.closed;
  }

  /** The published generation; can be read after closing too. */
  get capabilityCatalogStamp(): CatalogStamp {
    return this.#state.catalog.currentStamp;
  }

  /** The published generation with its set, plan and values. Not a pin: admit a run to use it. */
  get capabilityProjection(): CapabilityProjection {
    return this.#state.catalog.current.projection;
  }

  /** Batches of effects that wait for {@link drainCapabilityCleanup}. */
  get pendingCapabilityCleanupBatches(): number {
    return this.#state.catalog.pendingCleanupBatches;
  }

  /** Number of the newest event. */
  get lastEventSequence(): number {
    return this.#state.events.lastSequence;
  }

  /**
   * Publishes a batch as the next generation, or changes nothing.
   *
   * @throws {CapabilityRuntimeError} `projection` (its cause says which rule), `runtime-name-conflict`,
   * `runtime-value-invalid`, `cancelled` or `session-closed`
   */
  applyCapabilityBatch(
    batch: SessionCapabilityBatch,
    { signal }: Cancellable = {},
  ): Promise<CapabilityCommitReceipt> {
    return publishBatch(this.#state, batch, { signal, start: 'next' });
  }

  /**
   * Publishes in an untouched session the generation that an earlier one had, under its old number.
   *
   * @throws {CapabilityRuntimeError} `recovery-binding` when the batch is not exactly what `expected` records, and
   * the codes of {@link applyCapabilityBatch}
   */
  bootstrapRecoveryCapabilityBatch(
    expected: RunCapabilityBinding,
    batch: SessionCapabilityBatch,
    { signal }: Cancellable = {},
  ): Promise<CapabilityCommitReceipt> {
    return recoverBatch(this.#state, expected, batch, signal);
  }

  /**
   * Checks that a run admitted now would be given what `expected` records.
   *
   * @throws {RunCapabilityBindingError} `content-drift`
   */
  ensureRecoveryCapabilityBinding(expected: RunCapabilityBinding): void {
    expected.assertMatches(this.currentCapabilityBinding);
  }

  /** What a run admitted now would be given. */
  get currentCapabilityBinding(): RunCapabilityBinding {
    return currentBinding(this.#state);
  }

  /** What a run would be given if this set were published: a host stores it beside the generation. */
  capabilityBindingOf(set: CapabilitySet): RunCapabilityBinding {
    return bindingOf(this.#state, set);
  }

  /**
   * Pins the published generation for work of the host's own. Close and dispose what you get.
   *
   * @throws {CapabilityRuntimeError} `use-lease-acquisition`, `scope`, `runtime-name-conflict`,
   * `runtime-value-invalid`, `cancelled` or `session-closed`
   */
  admitCapabilityRun({ signal }: Cancellable = {}): Promise<SessionCapabilityRun> {
    return admitRun(this.#state, { id: `run-${this.#state.ids.next()}`, signal });
  }

  /**
   * Takes hold of the published workflow of this name, beside whatever runs. Close what you get.
   *
   * @param options.signal - Cancels the handle.
   * @returns `null`, and nothing is leased, when no workflow has the name
   * @throws {SessionError} `session-closed` or `capability`
   */
  projectedFlow(name: string, { signal }: Cancellable = {}): Promise<ProjectedFlow | null> {
    return projectFlow(this.#state, name, signal);
  }

  /** Takes hold of the published UI of this name. All else is as of {@link projectedFlow}. */
  projectedUi(name: string, { signal }: Cancellable = {}): Promise<ProjectedUi | null> {
    return projectUi(this.#state, name, signal);
  }

  /** Closes the effects of batches that failed and of generations that nobody uses any more. Never rejects. */
  drainCapabilityCleanup(): Promise<CapabilityCleanupReport> {
    return drainCleanup(this.#state);
  }

  /**
   * Continues the session's conversation and waits for the answer. One at a time. A prompt that begins with a slash is
   * a command: the run executes it instead of asking the model, and it does not become a part of the conversation.
   *
   * @throws {SessionError} `session-busy`, `session-closed`, `run-limit-reached`, `prompt-too-long`,
   * `conversation-full`, `run-failed`, `run-cancelled` or `capability`
   */
  async send(prompt: string, { signal }: Cancellable = {}): Promise<RunResult> {
    const { result } = await this.#runs.start({ prompt, kind: 'conversation', streaming: false, signal });
    return await result;
  }

  /**
   * Continues the session's conversation; resolves when the run is admitted, and gives its text as it comes.
   *
   * @throws {SessionError} as {@link send}
   */
  async stream(prompt: string, { signal }: Cancellable = {}): Promise<RunStream> {
    const queue = new TextQueue();
    const onText = (text: string): void => queue.push(text);
    return runStream(
      await this.#runs.start({ prompt, kind: 'conversation', streaming: true, signal, onText }),
      queue,
    );
  }

  /**
   * Starts a run with a conversation of its own, beside the session's and beside other spawned runs, so that runs
   * on different generations can be live at once. Resolves when it is admitted.
   *
   * @throws {SessionError} `run-limit-reached`, `run-id-taken`, `run-id-invalid`, `prompt-too-long`,
   * `session-closed`, `run-cancelled` or `capability`
   */
  spawnRun(prompt: string, options: SpawnRunOptions = {}): Promise<RunHandle> {
    const { runId, signal, streaming = true } = options;
    return this.#runs.start({ prompt, kind: 'spawned', streaming, runId, signal });
  }

  /** Cancels a live run: its model call and its tools are aborted. @returns whether there was one */
  cancelRun(runId: string, reason = 'cancelled by host'): boolean {
    return this.#runs.cancel(runId, reason);
  }

  /** The live run of the conversation, else the newest live one. */
  currentRun(): RunSnapshot | null {
    return this.#runs.current();
  }

  runSnapshot(runId: string): RunSnapshot | null {
    return this.#state.runs.snapshot(runId);
  }

  /** All runs that are remembered, oldest first. */
  runs(): readonly RunSnapshot[] {
    return this.#state.runs.list();
  }

  /**
   * Some events of one run.
   *
   * @throws {RunStoreError} `run-not-found`
   */
  runEvents(runId: string, page: { readonly after?: number; readonly limit?: number } = {}): RunEventPage {
    return this.#state.runs.page(runId, page);
  }

  /**
   * Adds a tool beside the published ones, for runs that are admitted from now on, or replaces one added so.
   *
   * @throws {SessionError} `session-closed`, `tool-invalid`, `dynamic-tool-limit-reached`, or `capability` when a
   * published capability, an added MCP server or a built-in tool has the name
   */
  registerDynamicTool(tool: Tool): void {
    registerTool(this.#state, tool);
  }

  /**
   * Takes a tool away that {@link registerDynamicTool} added. Runs that have it keep it.
   *
   * @returns whether there was one
   * @throws {SessionError} `session-closed`
   */
  unregisterDynamicTool(name: string): boolean {
    return unregisterTool(this.#state, name);
  }

  /**
   * Adds a skill beside the published ones, for runs that are admitted from now on. It stands before one added
   * under the same name until it is removed. A frozen copy is kept.
   *
   * @throws {SessionError} `session-closed`, `skill-invalid`, `added-skill-limit-reached`, or `capability` when a
   * published skill has the name
   */
  addSkill(skill: Skill): void {
    addSkill(this.#state, skill);
  }

  /**
   * Takes away the skill that {@link addSkill} added last under a name; one that it stood before is there again.
   * Runs that have it keep it.
   *
   * @returns whether there was one
   * @throws {SessionError} `session-closed`
   */
  removeSkill(name: string): boolean {
    return removeSkill(this.#state, name);
  }

  /**
   * Starts an MCP server beside the published ones; its tools are there for runs that are admitted from now on. One
   * that is refused is closed again.
   *
   * @throws {SessionError} `session-closed`, `mcp-server-invalid`, `added-mcp-server-limit-reached`, or `capability`:
   * caused by `runtime-name-conflict` when the server or one of its tools has the name of another (a server's is
   * found before it is started), by `projection` when its adapter failed, or by `cancelled`
   */
  addMcpServer(
    name: string,
    adapter: CapabilityProjectionAdapter,
    { signal }: Cancellable = {},
  ): Promise<void> {
    return addServer(this.#state, name, adapter, signal);
  }

  /**
   * Takes a server away that {@link addMcpServer} added. Runs that have it keep it; it is closed when the last of them
   * has ended, and before this resolves if there is none.
   *
   * @returns whether there was one
   * @throws {SessionError} `session-closed`, or `capability` when a published server has the name
   */
  removeMcpServer(name: string, { signal }: Cancellable = {}): Promise<boolean> {
    return removeServer(this.#state, name, signal);
  }

  /**
   * Adds a hook beside the published ones, for runs that are admitted from now on, or replaces one added so:
   * definition and handler together. A frozen copy is kept. Without a handler, the hook goes on with everything.
   *
   * @throws {SessionError} `session-closed`, `hook-invalid`, `hook-limit-reached`, or `capability` when a published
   * hook has the id
   */
  registerHook(definition: HookDefinition, handler: HookHandler | null = null): void {
    registerHook(this.#state, definition, handler);
  }

  /**
   * Takes a hook away that {@link registerHook} added. Runs that have it keep it.
   *
   * @returns whether there was one
   * @throws {SessionError} `session-closed`
   */
  unregisterHook(id: string): boolean {
    return unregisterHook(this.#state, id);
  }

  /**
   * Adds an agent beside the built-in and published ones, for runs that are admitted from now on, or replaces one
   * added so. A frozen copy is kept.
   *
   * @throws {SessionError} `session-closed`, `agent-invalid`, `worker-agent-limit-reached`, or `capability` when a
   * built-in or published agent has the name, in whatever usual spelling
   */
  registerWorkerAgent(spec: WorkerAgentSpec): void {
    registerWorkerAgents(this.#state, [spec]);
  }

  /**
   * Adds agents like {@link registerWorkerAgent}: all of them, or none when one is refused.
   *
   * @throws {SessionError} as {@link registerWorkerAgent}
   */
  registerWorkerAgents(specs: Iterable<WorkerAgentSpec>): void {
    registerWorkerAgents(this.#state, specs);
  }

  /**
   * Adds the agents that a folder describes, in Markdown with front matter (`.md`) or in YAML (`.yaml`, `.yml`): all
   * of them, or none when one is refused. `agentFolder` of the registry entry reads a folder in Node.
   *
   * @returns their names
   * @throws {SessionError} `agent-dir-unreadable`, and as {@link registerWorkerAgent}
   */
  registerAgentDir(reader: AgentFileReader, { signal }: Cancellable = {}): Promise<readonly string[]> {
    return registerAgentDir(this.#state, reader, signal);
  }

  /** Whether the host has registered an agent of this name, in whatever usual spelling. */
  hasWorkerAgent(name: string): boolean {
    return hasWorkerAgent(this.#state, name);
  }

  /**
   * Adds a command beside the built-in and published ones, for runs that are admitted from now on, or replaces one
   * added so. {@link send} and {@link stream} execute it for a prompt that begins with `/` and its name. A frozen copy
   * is kept.
   *
   * @throws {SessionError} `session-closed`, `command-invalid`, `registered-command-limit-reached`, or `capability`
   * when a built-in or published command has the name
   */
  registerCommand(command: Command): void {
    registerCommand(this.#state, command);
  }

  /**
   * Takes a command away that {@link registerCommand} added. Runs that have it keep it.
   *
   * @returns whether there was one
   * @throws {SessionError} `session-closed`
   */
  unregisterCommand(name: string): boolean {
    return unregisterCommand(this.#state, name);
  }

  /**
   * Delivers every event after `afterSequence`, by default only those to come.
   *
   * @returns the undo
   */
  subscribe(
    listener: EventListener<SessionEvent>,
    options: { readonly afterSequence?: number } = {},
  ): () => void {
    return this.#state.events.subscribe(listener, options);
  }

  /**
   * Cancels what the session does, waits for it for a bounded time and closes what its generation holds open.
   * Never rejects. A later call returns at once, even while the first one is still closing.
   */
  async close(): Promise<void> {
    if (this.#state.close()) {
      await closeSession(this.#state, { runs: this.#runs, hooks: this.#hooks });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
