import { MAX_DIAGNOSTICS_PER_ITEM } from './limits.js';

/** What an item of a package is. */
export type PackageItemKind = 'skill' | 'mcp' | 'agent' | 'command' | 'context' | 'hook' | 'manifest';

/** Something about an item that its author or its user should know. */
export interface PackageDiagnostic {
  /** File, relative to the package with `/`. */
  readonly path: string;
  /** Line in the file, from 1. */
  readonly line?: number;
  readonly reason: string;
}

/** The receipt's line on one item. */
export interface PackageItem {
  readonly kind: PackageItemKind;
  readonly name: string;
  readonly path: string;
  /** A skipped item is not part of any snapshot; its diagnostics say why. */
  readonly outcome: 'loaded' | 'loaded-with-diagnostics' | 'skipped';
  readonly diagnostics: readonly PackageDiagnostic[];
}

/** An item with its receipt, and its value where it could be loaded. */
export interface ReadItem<T> {
  readonly item: PackageItem;
  readonly value: T | null;
}

/** Collects what is found about one item while it is read. */
export class ItemReport {
  readonly kind: PackageItemKind;
  readonly path: string;
  readonly #diagnostics: PackageDiagnostic[] = [];

  constructor(kind: PackageItemKind, path: string) {
    this.kind = kind;
    this.path = path;
  }

  /** Notes something that does not keep the item from being loaded. */
  note(reason: string, line?: number): void {
    if (this.#diagnostics.length === MAX_DIAGNOSTICS_PER_ITEM) {
      this.#diagnostics[MAX_DIAGNOSTICS_PER_ITEM - 1] = { path: this.path, reason: 'There is more.' };
      return;
    }
    this.#diagnostics.push({ path: this.path, reason, ...(line === undefined ? {} : { line }) });
  }

  /** Notes again what was found by somebody else. */
  noteAll(diagnostics: readonly PackageDiagnostic[]): void {
    for (const { reason, line } of diagnostics) this.note(reason, line);
  }

  /** What was noted so far. */
  get diagnostics(): readonly PackageDiagnostic[] {
    return this.#diagnostics;
  }

  loaded<T>(name: string, value: T): ReadItem<T> {
    const outcome = this.#diagnostics.length === 0 ? 'loaded' : 'loaded-with-diagnostics';
    return { item: this.#item(name, outcome), value };
  }

  skipped(name: string, reason: string, line?: number): ReadItem<never> {
    this.note(reason, line);
    return { item: this.#item(name, 'skipped'), value: null };
  }

  #item(name: string, outcome: PackageItem['outcome']): PackageItem {
    const diagnostics = Object.freeze(this.#diagnostics.map((diagnostic) => Object.freeze(diagnostic)));
    return Object.freeze({ kind: this.kind, name, path: this.path, outcome, diagnostics });
  }
}
