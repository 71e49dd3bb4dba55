import type { CapabilityKind } from '../identity/capability-kind.js';
import type { UseCapabilityGenerationJson } from '../identity/use-capability-generation.js';
import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import type { AddedContext, ContextReport } from '../loop/context-report.js';
import type { HookReport } from '../loop/hook-report.js';
import type { JsonValue } from '../model/json-value.js';
import type { TokenUsage } from '../model/token-usage.js';
import type { RunCapabilityBindingJson } from '../scope/run-capability-binding.js';
import type { RunOutcome } from './run-store.js';

/** A generation as events name it. */
export interface GenerationStamp {
  readonly generation: number;
  readonly digest: string;
}

/** A capability as events name it; `id` is its display form. */
export interface CapabilityName {
  readonly id: string;
  readonly kind: CapabilityKind;
  readonly publicName: string;
}

/** What a session tells of its life. */
export type LifeEvent =
  | { readonly type: 'session-opened'; readonly sessionId: string; readonly workspace: string }
  | { readonly type: 'session-closing' }
  | { readonly type: 'session-closed'; readonly report: CapabilityCleanupReport; readonly runsLeft: number }
  /** A hook of the host was told of the session's beginning or end. */
  | ({ readonly type: 'session-hook' } & HookReport)
  /** A subscriber threw; the session went on. */
  | { readonly type: 'listener-failed'; readonly message: string };

/** What a session tells of a batch; capabilities are named by the display form of their id. */
export type BatchEvent = { readonly batchId: string } & (
  | {
      readonly type: 'batch-staged';
      readonly target: GenerationStamp;
      readonly base: GenerationStamp;
      /** Activation waves in order. */
      readonly waves: readonly (readonly string[])[];
      readonly capabilities: readonly CapabilityName[];
    }
  | { readonly type: 'capability-preparing'; readonly capability: string }
  | {
      readonly type: 'capability-prepared';
      readonly capability: string;
      readonly durationMs: number;
      readonly effects: number;
    }
  | {
      readonly type: 'capability-failed';
      readonly capability: string;
      readonly code: string;
      readonly message: string;
      readonly durationMs: number;
    }
  | { readonly type: 'capability-rolled-back'; readonly capability: string }
  /** An adapter finished after its batch had been given up; what it made was undone at once. */
  | {
      readonly type: 'late-effect';
      readonly capability: string;
      readonly report: CapabilityCleanupReport;
    }
  | { readonly type: 'batch-validated' }
  | {
      readonly type: 'batch-committed';
      readonly receipt: { readonly previous: GenerationStamp; readonly committed: GenerationStamp };
    }
  | {
      readonly type: 'batch-rolled-back';
      readonly code: string;
      readonly message: string;
      /** Code and message of the inner error, where there is one. */
      readonly cause: { readonly code: string; readonly message: string } | null;
    }
);

/** What a session tells of its generations and of what they hold open. */
export type GenerationEvent =
  | {
      readonly type: 'generation-published';
      readonly stamp: GenerationStamp;
      readonly useGeneration: UseCapabilityGenerationJson | null;
      readonly previous: GenerationStamp;
    }
  | { readonly type: 'generation-retired'; readonly stamp: GenerationStamp; readonly effects: number }
  | {
      readonly type: 'cleanup-queued';
      readonly reason: 'rollback' | 'retired';
      readonly generation: number | null;
      readonly effects: number;
    }
  | { readonly type: 'cleanup-drained'; readonly report: CapabilityCleanupReport }
  /** A run or a handle was lost without having been closed; its pin and its lease were given back then. */
  | { readonly type: 'pin-forgotten'; readonly stamp: GenerationStamp };

/** What a session tells of a run. The leases of handles are told so too, with the handle's id as `runId`. */
export type RunLifeEvent = { readonly runId: string } & (
  | {
      readonly type: 'run-admitted';
      readonly prompt: string;
      readonly generation: number;
      readonly binding: RunCapabilityBindingJson;
    }
  | { readonly type: 'run-turn'; readonly turn: number; readonly phase: 'started' }
  | {
      readonly type: 'run-turn';
      readonly turn: number;
      readonly phase: 'finished';
      readonly usage: TokenUsage;
      readonly text: string;
    }
  | { readonly type: 'run-text'; readonly text: string }
  | {
      readonly type: 'run-tool-call';
      readonly phase: 'started';
      readonly callId: string;
      readonly tool: string;
      readonly arguments: JsonValue;
      /** The agent that makes the call, and its task, which its `callId` begins with; absent for the run's own. */
      readonly agent?: string;
      readonly taskId?: string;
    }
  | {
      readonly type: 'run-tool-call';
      readonly phase: 'finished';
      readonly callId: string;
      readonly tool: string;
      readonly success: boolean;
      readonly content: string;
      readonly durationMs: number;
      readonly agent?: string;
      readonly taskId?: string;
    }
  /** A task was handed to an agent; `callId` is the call that did so. */
  | {
      readonly type: 'run-task';
      readonly phase: 'started';
      readonly taskId: string;
      readonly agent: string;
      readonly callId: string;
      readonly prompt: string;
    }
  | {
      readonly type: 'run-task';
      readonly phase: 'finished';
      readonly taskId: string;
      readonly agent: string;
      readonly success: boolean;
      readonly text: string;
      /** What the agent and its own agents used; the run's usage and calls hold them too. */
      readonly usage: TokenUsage;
      readonly toolCalls: number;
      readonly durationMs: number;
    }
  | ({ readonly type: 'run-hook' } & HookReport)
  | ({ readonly type: 'run-context' } & ContextReport)
  | ({ readonly type: 'run-context-added' } & AddedContext)
  | { readonly type: 'run-closed'; readonly report: ScopeCloseReport }
  | {
      readonly type: 'run-finished';
      readonly status: RunOutcome['status'];
      readonly text: string | null;
      readonly error: RunOutcome['error'] | null;
      readonly usage: TokenUsage;
      readonly toolCalls: number;
    }
  | { readonly type: 'lease-acquired'; readonly useGeneration: UseCapabilityGenerationJson }
  | { readonly type: 'lease-released'; readonly useGeneration: UseCapabilityGenerationJson }
  /** A lease came after nobody wanted it any more, and was given back; `error` says if even that failed. */
  | { readonly type: 'late-lease'; readonly error: string | null }
);

/** What a session tells of a handle on a published flow or UI, and of the servers that a host added. */
export type HostEvent =
  | {
      readonly type: 'handle-opened';
      readonly handleId: string;
      readonly kind: CapabilityKind;
      readonly publicName: string;
      readonly generation: number;
    }
  | { readonly type: 'handle-closed'; readonly handleId: string; readonly report: ScopeCloseReport }
  /** What an added MCP server held open was closed: it was removed, or could not be added, or the session closes. */
  | {
      readonly type: 'mcp-server-closed';
      readonly serverName: string;
      readonly report: CapabilityCleanupReport;
    };

/** What a session tells of names that a host registers beside the published ones. */
export type RegistrationEvent = {
  readonly kind: CapabilityKind;
  readonly publicName: string;
} /** `restored`: what stood under the name was removed, and what it had replaced is there again. */ & (
  | { readonly type: 'registration'; readonly action: 'added' | 'replaced' | 'removed' | 'restored' }
  | { readonly type: 'registration-refused'; readonly code: string; readonly message: string }
);

/** Everything that a session tells, as plain JSON data. */
export type SessionEvent =
  | LifeEvent
  | BatchEvent
  | GenerationEvent
  | RunLifeEvent
  | HostEvent
  | RegistrationEvent;
