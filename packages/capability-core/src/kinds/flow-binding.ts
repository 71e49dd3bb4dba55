import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { textFlaw, utf8Length } from '../identity/text-rules.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { FlowEngine, FlowSpec } from './flow-engine.js';
import { FlowError } from './flow-error.js';
import { FLOW_VERSION_BYTES_MAX } from './limits.js';

const OPERATIONS = ['supportsRuntimeBuild', 'start', 'drive', 'snapshot', 'history', 'cancel'] as const;

/** One workflow with the engine that runs it. */
export class FlowBinding {
  /** A frozen copy. */
  readonly spec: FlowSpec;
  readonly engine: FlowEngine;

  /** @throws {FlowError} `invalid-workflow` or `unsupported-runtime-build` */
  constructor(
    spec: Omit<FlowSpec, 'runtimeBuild'> & Partial<Pick<FlowSpec, 'runtimeBuild'>>,
    engine: FlowEngine,
  ) {
    const { name, revision, runtimeBuild = null } = spec;
    requireText('name', name, MAX_PUBLIC_NAME_BYTES);
    requireText('revision', revision, FLOW_VERSION_BYTES_MAX);
    if (runtimeBuild !== null) {
      requireText('runtime build', runtimeBuild, FLOW_VERSION_BYTES_MAX);
    }
    this.spec = Object.freeze({ name, revision, runtimeBuild });
    this.engine = engine;
    requireEngine(this.spec, engine);
    Object.freeze(this);
  }
}

function requireText(field: string, text: string, max: number): void {
  const flaw = typeof text === 'string' ? textFlaw(text) : 'must be a text';
  if (flaw !== null) {
    throw invalid(`its ${field} ${flaw}`);
  }
  if (utf8Length(text) > max) {
    throw invalid(`its ${field} takes over ${max} bytes`);
  }
}

function requireEngine({ name, runtimeBuild }: FlowSpec, engine: FlowEngine): void {
  const missing = OPERATIONS.find((operation) => typeof engine?.[operation] !== 'function');
  if (missing !== undefined) {
    throw invalid(`its engine has no function ${missing}`);
  }
  if (!supports(engine, runtimeBuild)) {
    throw new FlowError({ code: 'unsupported-runtime-build', workflow: name, runtimeBuild });
  }
}

function supports(engine: FlowEngine, build: string | null): boolean {
  try {
    return engine.supportsRuntimeBuild(build);
  } catch (error) {
    throw invalid(`its engine failed when it was asked for the runtime build: ${messageOf(error)}`, error);
  }
}

function invalid(reason: string, cause?: unknown): FlowError {
  return new FlowError({ code: 'invalid-workflow', reason }, { cause });
}
