// Identity, lifecycle, leases, scopes, catalog

export { CapabilityCatalog, type CapabilityCatalogOptions } from './catalog/capability-catalog.js';
export type { CapabilityCommitReceipt } from './catalog/capability-commit-receipt.js';
export { CapabilityProjection, type ProjectedCapability } from './catalog/capability-projection.js';
export type { CapabilityProjectionAdapter } from './catalog/capability-projection-adapter.js';
export {
  CapabilityProjectionError,
  type CapabilityProjectionFault,
  type TransactionState,
} from './catalog/capability-projection-error.js';
export { CapabilityProjectionLease } from './catalog/capability-projection-lease.js';
export { CapabilityReadinessPlan } from './catalog/capability-readiness-plan.js';
export type { CapabilityTransaction } from './catalog/capability-transaction.js';
export type { CatalogObserver, CleanupReason } from './catalog/catalog-observer.js';
export { type CatalogStamp, stampOf, stampsEqual } from './catalog/catalog-stamp.js';
export type { PreparationObserver } from './catalog/preparation-observer.js';
export { PreparedCapability } from './catalog/prepared-capability.js';
export type { PreparedTransaction } from './catalog/prepared-transaction.js';
export type { PrepareOptions, StagedTransaction } from './catalog/staged-transaction.js';
export type { ValidatedTransaction } from './catalog/validated-transaction.js';
export { CapabilityContribution } from './identity/capability-contribution.js';
export { CapabilityDescriptor, type CapabilityDescriptorInput } from './identity/capability-descriptor.js';
export { CapabilityId, compareCapabilityIds } from './identity/capability-id.js';
export { CAPABILITY_KINDS, type CapabilityKind, isCapabilityKind } from './identity/capability-kind.js';
export { CapabilitySet } from './identity/capability-set.js';
export {
  CapabilitySetError,
  type CapabilitySetFault,
  type UseGenerationMismatch,
} from './identity/capability-set-error.js';
export {
  CapabilitySource,
  type CapabilitySourceClass,
  type CapabilitySourceEvidence,
} from './identity/capability-source.js';
export { CodeCatalogGeneration } from './identity/code-catalog-generation.js';
export {
  type CognitiveSnapshotIdentity,
  cognitiveSnapshotDigest,
} from './identity/cognitive-snapshot-digest.js';
export type { ErrorFamily, FamilyError, Fault } from './identity/error-family.js';
export {
  type KnowledgeSurfaceIdentity,
  knowledgeSurfaceDigest,
} from './identity/knowledge-surface-digest.js';
export { Sha256Digest } from './identity/sha256-digest.js';
export {
  type UiAssetIdentity,
  type UiDocumentIdentity,
  type UiSurfaceIdentity,
  uiDocumentDigest,
  uiSurfaceDigest,
} from './identity/ui-digest.js';
export {
  UseCapabilityGeneration,
  type UseCapabilityGenerationJson,
} from './identity/use-capability-generation.js';
export { type UsePackage, UsePackageGeneration } from './identity/use-package-generation.js';
export type { RetainedUseGeneration, UseGenerationLeaseProvider } from './lease/use-generation-lease.js';
export { UseGenerationLeaseError } from './lease/use-generation-lease-error.js';
export { CapabilityAdapterError } from './lifecycle/capability-adapter-error.js';
export type { CapabilityCleanupReport } from './lifecycle/capability-cleanup-report.js';
export type { CapabilityEffect } from './lifecycle/capability-effect.js';
export { CapabilityEffectError } from './lifecycle/capability-effect-error.js';
export { CapabilityScopeError, type CapabilityScopeFault } from './lifecycle/capability-scope-error.js';
export { type Clock, systemClock } from './lifecycle/clock.js';
export type { CloseFailure } from './lifecycle/close-failure.js';
export {
  type EventListener,
  EventLog,
  type EventLogOptions,
  type EventsLost,
  type Sequenced,
} from './lifecycle/event-log.js';
export { type IdSource, systemIds } from './lifecycle/id-source.js';
export { ScopeClosePolicy } from './lifecycle/scope-close-policy.js';
export type { ScopeCloseReport } from './lifecycle/scope-close-report.js';
export { CapabilityCeiling, type CapabilityCeilingInput } from './scope/capability-ceiling.js';
export {
  CapabilityScope,
  type ChildScopeOptions,
  type RunCapabilityScope,
  type SessionCapabilityScope,
  type SessionScopeOptions,
  type SubtaskCapabilityScope,
  type TurnCapabilityScope,
} from './scope/capability-scope.js';
export type { CapabilityScopeHandle } from './scope/capability-scope-handle.js';
export type {
  CeilingExecution,
  CeilingGovernance,
  CeilingLimits,
  CeilingLimitsInput,
  CeilingWorkspace,
} from './scope/ceiling-limits.js';
export type { ScopeKind } from './scope/scope-name.js';
export type { ScopeTask, ScopeTaskOutcome } from './scope/scope-task.js';

// Models, kinds, loop, sessions

export type {
  AgentDefinition,
  ConfirmationInheritance,
  ModelName,
} from './kinds/agent-definition.js';
export {
  type Command,
  type CommandAction,
  type CommandContext,
  CommandOutput,
} from './kinds/command.js';
export {
  CONTEXT_METADATA,
  type ContextItem,
  type ContextResult,
  type ContextType,
} from './kinds/context-item.js';
export {
  type Context,
  type ContextDepth,
  type ContextProvider,
  ContextQuery,
  type ContextTurn,
} from './kinds/context-provider.js';
export { FlowBinding } from './kinds/flow-binding.js';
export type { FlowCall, FlowEngine, FlowRunSnapshot, FlowRunStatus, FlowSpec } from './kinds/flow-engine.js';
export { FlowError, type FlowFault } from './kinds/flow-error.js';
export type { Hook, HookBinding, HookConfig, HookDefinition, HookHandler } from './kinds/hook.js';
export { HOOK_EVENT_TYPES, type HookEvent, type HookEventType } from './kinds/hook-event.js';
export { HookResponse } from './kinds/hook-response.js';
export { KnowledgeBinding } from './kinds/knowledge-binding.js';
export { KnowledgeError, type KnowledgeFault } from './kinds/knowledge-error.js';
export type { KnowledgeEvidence } from './kinds/knowledge-evidence.js';
export type { KnowledgePassage, KnowledgeProvider, KnowledgeQuery } from './kinds/knowledge-provider.js';
export { KnowledgeSurfaceBinding, type KnowledgeSurfaceInput } from './kinds/knowledge-surface-binding.js';
export { KnowledgeSurfaceError, type KnowledgeSurfaceFault } from './kinds/knowledge-surface-error.js';
export { McpBinding, type McpToolDefinition } from './kinds/mcp-binding.js';
export { McpBindingError, type McpBindingFault } from './kinds/mcp-binding-error.js';
export type { McpCallResult, McpClient } from './kinds/mcp-client.js';
export { mcpTools } from './kinds/mcp-tool.js';
export type { PermissionRule } from './kinds/permission-rule.js';
export type { Skill, SkillKind } from './kinds/skill.js';
export type { JsonSchemaObject, Tool } from './kinds/tool.js';
export { CONSERVATIVE_TOOL_CAPABILITIES, type ToolCapabilities } from './kinds/tool-capabilities.js';
export type { ToolContext, ToolScope } from './kinds/tool-context.js';
export type { ToolErrorKind } from './kinds/tool-error-kind.js';
export { ToolOutput } from './kinds/tool-output.js';
export { UiAsset } from './kinds/ui-asset.js';
export type { UiAssetKind } from './kinds/ui-asset-kind.js';
export { UiBinding, type UiBindingInput } from './kinds/ui-binding.js';
export { UiDocument, type UiDocumentInput } from './kinds/ui-document.js';
export { type UiAssetField, UiError, type UiFault } from './kinds/ui-error.js';
export { CapabilityValue, type CapabilityValueKind, publicNameOf } from './kinds/value.js';
export { parseWorkerAgentKind, type WorkerAgentKind } from './kinds/worker-agent-kind.js';
export { WorkerAgentSpec } from './kinds/worker-agent-spec.js';
export { AgentLoopError, type AgentLoopFault } from './loop/agent-loop-error.js';
export { BUILT_IN_COMMAND_NAMES } from './loop/built-in-commands.js';
export { BUILT_IN_TOOL_NAMES } from './loop/built-in-tools.js';
export type { ConfirmationAnswer, ConfirmationHandler, ConfirmationRequest } from './loop/confirmation.js';
export type { AddedContext, ContextReport } from './loop/context-report.js';
export { DocumentKnowledge } from './loop/document-knowledge.js';
export { DocumentKnowledgeError, type DocumentKnowledgeFault } from './loop/document-knowledge-error.js';
export type { KnowledgeDocument } from './loop/document-sections.js';
export type { HookOutcome, HookReport } from './loop/hook-report.js';
export type { HookSet } from './loop/hook-set.js';
export { DEFAULT_LOOP_LIMITS, type LoopLimits } from './loop/loop-limits.js';
export type { ModelResolver } from './loop/model-resolver.js';
export { type PermissionDecision, PermissionPolicy } from './loop/permission-policy.js';
export type {
  ContentBlock,
  ImageBlock,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from './model/content-block.js';
export { toolResultText } from './model/content-block.js';
export { isJsonObject, type JsonObject, type JsonValue } from './model/json-value.js';
export type { LlmClient, LlmRequest, StreamEvent } from './model/llm-client.js';
export type { LlmResponse, LlmResponseMeta } from './model/llm-response.js';
export { type Message, messageText, toolUses, userMessage } from './model/message.js';
export { ModelError, type ModelFault } from './model/model-error.js';
export { RehearsalModel } from './model/rehearsal-model.js';
export {
  parseRehearsalScript,
  type RehearsalScript,
  type RehearsalScriptInput,
  type RehearsalTurn,
} from './model/rehearsal-script.js';
export type { RehearsalWait } from './model/rehearsal-waits.js';
export { addTokenUsage, NO_TOKEN_USAGE, type TokenUsage } from './model/token-usage.js';
export type { ToolDefinition } from './model/tool-definition.js';
export type { ToolTrust } from './model/tool-trust.js';
export { RunCapabilityBinding, type RunCapabilityBindingJson } from './scope/run-capability-binding.js';
export {
  type BindingDrift,
  RunCapabilityBindingError,
  type RunCapabilityBindingFault,
} from './scope/run-capability-binding-error.js';
export { Agent } from './session/agent.js';
export type { AgentFileReader } from './session/agent-dir.js';
export type { AgentFile } from './session/agent-file.js';
export { AgentSession, type Cancellable, type SpawnRunOptions } from './session/agent-session.js';
export {
  CapabilityRuntimeError,
  type CapabilityRuntimeFault,
  type RunCloseCounters,
} from './session/capability-runtime-error.js';
export type { HostHandle } from './session/host-handle.js';
export type { PinnedRegistry } from './session/pinned-registry.js';
export type { ProjectedFlow } from './session/projected-flow.js';
export type { ProjectedUi } from './session/projected-ui.js';
export type { RunEvent, RunEventPage } from './session/run-event-store.js';
export type { RunHandle, RunResult } from './session/run-result.js';
export type { RunSnapshot } from './session/run-snapshot.js';
export type { RunStatus } from './session/run-status.js';
export { RunStoreError, type RunStoreFault } from './session/run-store-error.js';
export type { RunStream } from './session/run-stream.js';
export { SessionCapabilityBatch, type StagedCapability } from './session/session-batch.js';
export { SessionCapabilityRun } from './session/session-capability-run.js';
export { SessionError, type SessionFault } from './session/session-error.js';
export type {
  BatchEvent,
  CapabilityName,
  GenerationEvent,
  GenerationStamp,
  HostEvent,
  LifeEvent,
  RegistrationEvent,
  RunLifeEvent,
  SessionEvent,
} from './session/session-event.js';
export type { SessionOptions, SessionSettings } from './session/session-options.js';
export type { SkillValidator } from './session/skill-validator.js';
