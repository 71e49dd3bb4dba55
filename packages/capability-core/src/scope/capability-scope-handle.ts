import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';

interface Scope {
  readonly id: string;
  readonly isActive: boolean;
}

/** A reference to a scope that keeps neither it nor its contents alive. */
export class CapabilityScopeHandle<S extends Scope> {
  readonly id: string;
  readonly #scope: WeakRef<S>;

  constructor(scope: S) {
    this.id = scope.id;
    this.#scope = new WeakRef(scope);
  }

  get isActive(): boolean {
    return this.#scope.deref()?.isActive ?? false;
  }

  /**
   * The scope, to work with at once.
   *
   * @throws CapabilityScopeError `scope-inactive` when it is gone, closed or cancelled
   */
  use(): S {
    const scope = this.#scope.deref();
    if (scope?.isActive !== true) {
      throw new CapabilityScopeError({ code: 'scope-inactive', scopeId: this.id });
    }
    return scope;
  }
}
