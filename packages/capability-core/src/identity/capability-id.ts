import { type CapabilityKind, isCapabilityKind, kindRank } from './capability-kind.js';
import { CapabilitySetError } from './capability-set-error.js';
import { requireIdentifier } from './text-rules.js';

/** Identity of one capability: the source that gives it, its kind, and its name inside the source. */
export class CapabilityId {
  /** Id of the source, `<prefix>/<local>`. */
  readonly source: string;
  readonly kind: CapabilityKind;
  readonly localId: string;
  readonly #display: string;

  /** @throws CapabilitySetError `invalid-identifier`, `bound-exceeded` */
  constructor(source: string, kind: CapabilityKind, localId: string) {
    requireIdentifier(source, 'source_id');
    requireIdentifier(localId, 'capability_local_id');
    this.source = source;
    this.kind = kind;
    this.localId = localId;
    this.#display = `${source}:${kind}:${localId}`;
    Object.freeze(this);
  }

  /**
   * Reads the display form.
   *
   * @throws CapabilitySetError `invalid-identifier`, `bound-exceeded`
   */
  static parse(display: string): CapabilityId {
    const [source = '', kind = '', localId = '', ...rest] = display.split(':');
    if (!isCapabilityKind(kind) || rest.length > 0) {
      throw new CapabilitySetError({
        code: 'invalid-identifier',
        field: 'capability_id',
        reason: 'must be written <source>:<kind>:<local id>',
      });
    }
    return new CapabilityId(source, kind, localId);
  }

  equals(other: CapabilityId): boolean {
    return this.#display === other.toString();
  }

  /** `<source>:<kind>:<local id>`, unique and therefore fit to be a Map key. */
  toString(): string {
    return this.#display;
  }

  toJSON(): string {
    return this.#display;
  }
}

/** Canonical order: source id, then rank of the kind, then local id, each by bytes. */
export function compareCapabilityIds(left: CapabilityId, right: CapabilityId): number {
  if (left.source !== right.source) return left.source < right.source ? -1 : 1;
  if (left.kind !== right.kind) return kindRank(left.kind) - kindRank(right.kind);
  if (left.localId === right.localId) return 0;
  return left.localId < right.localId ? -1 : 1;
}
