import { CapabilityScopeError } from './capability-scope-error.js';
import { DEFAULT_CLOSE_TIMEOUT_MS, MAX_CLOSE_TIMEOUT_MS } from './limits.js';

/** How long a close may take. */
export class ScopeClosePolicy {
  readonly timeoutMs: number;

  /**
   * @param timeoutMs - Milliseconds, above 0 and at most 60,000; 5,000 by default.
   * @throws CapabilityScopeError `invalid-execution-limit`, `bound-exceeded`
   */
  constructor(timeoutMs = DEFAULT_CLOSE_TIMEOUT_MS) {
    if (!(timeoutMs > 0)) {
      throw new CapabilityScopeError({ code: 'invalid-execution-limit', field: 'scope_close_timeout' });
    }
    if (timeoutMs > MAX_CLOSE_TIMEOUT_MS) {
      throw new CapabilityScopeError({
        code: 'bound-exceeded',
        field: 'scope_close_timeout_ms',
        max: MAX_CLOSE_TIMEOUT_MS,
      });
    }
    this.timeoutMs = timeoutMs;
    Object.freeze(this);
  }
}
