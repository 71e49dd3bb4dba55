/**
 * What the oldest supported runtime lacks (Node 18.15). Import it first in each entry: classes use the symbols while
 * they are evaluated.
 */
import { webcrypto } from 'node:crypto';
import { anySignal } from './any-signal.js';

class CustomEventOfHost<Detail> extends Event {
  readonly detail: Detail | null;

  constructor(type: string, init: EventInit & { readonly detail?: Detail } = {}) {
    super(type, init);
    this.detail = init.detail ?? null;
  }
}

supply(Symbol, 'dispose', Symbol.for('Symbol.dispose'));
supply(Symbol, 'asyncDispose', Symbol.for('Symbol.asyncDispose'));
supply(AbortSignal, 'any', anySignal);
supply(globalThis, 'crypto', webcrypto);
supply(globalThis, 'CustomEvent', CustomEventOfHost);

function supply(owner: object, name: string, value: unknown): void {
  if (name in owner) return;
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}
