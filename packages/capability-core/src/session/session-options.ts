import type { ContextProvider } from '../kinds/context-provider.js';
import type { Clock } from '../lifecycle/clock.js';
import type { IdSource } from '../lifecycle/id-source.js';
import type { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { ConfirmationHandler } from '../loop/confirmation.js';
import type { LoopLimits } from '../loop/loop-limits.js';
import type { ModelResolver } from '../loop/model-resolver.js';
import type { PermissionPolicy } from '../loop/permission-policy.js';
import type { SkillValidator } from './skill-validator.js';

/** What a host may set for a session, or for all sessions of an agent. */
export interface SessionSettings {
  /** Which tool calls go ahead. Default: every call is asked. */
  readonly permissionPolicy?: PermissionPolicy;
  /** Asks a person. Default: nobody can be asked, so what would be asked is refused. */
  readonly confirm?: ConfirmationHandler;
  /** Instructions that stand before every conversation; those of persona skills and the list of skills follow. */
  readonly systemPrompt?: string;
  /** Has the last word on each skill, added or published. Default: every sound skill is accepted. */
  readonly skillValidator?: SkillValidator;
  /** What every run is given context from, beside the published providers. At most 64; looked at once. */
  readonly contextProviders?: readonly ContextProvider[];
  /**
   * Whether a run's model may hand work to agents, with the tools `task` and `parallel_task`; what these do counts as
   * the run's own. Default `false`.
   */
  readonly delegation?: boolean;
  /** How the model is called where a person is told of it. Default: it has no name. */
  readonly modelName?: string;
  /**
   * Finds the model that an agent names, or that `/model` asks for. Default: agents use the model of their run, and
   * another one cannot be chosen.
   */
  readonly resolveModel?: ModelResolver;
  readonly limits?: Partial<LoopLimits>;
  /** How long closing a run, and rolling a batch back, may take. Default: 5,000 ms. */
  readonly closePolicy?: ScopeClosePolicy;
  /** Runs that may be live at once, from 1 to 1,024. Default: 16. */
  readonly maxConcurrentRuns?: number;
  /** Adapters of one wave that are prepared side by side. Default: 8. */
  readonly prepareConcurrency?: number;
  /** Events kept for late subscribers. Default: 10,000. */
  readonly eventHistory?: number;
  readonly clock?: Clock;
  readonly ids?: IdSource;
}

/** What a host may set for one session. */
export interface SessionOptions extends SessionSettings {
  /** Default: `session-` and an id of the id source. */
  readonly sessionId?: string;
}
