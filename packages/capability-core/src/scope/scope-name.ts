import { MAX_IDENTIFIER_BYTES } from '../identity/limits.js';
import { isAlphanumeric, utf8Length } from '../identity/text-rules.js';
import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';
import { MAX_LIFECYCLE_NAME_BYTES } from '../lifecycle/limits.js';

/** What a scope is for. Sessions hold runs, runs hold turns and subtasks, and these hold subtasks. */
export type ScopeKind = 'session' | 'run' | 'turn' | 'subtask';

/**
 * Id of a session's scope, `session/<local id>`.
 *
 * @throws CapabilityScopeError `invalid-scope-id`, `bound-exceeded`
 */
export function sessionScopeId(localId: string): string {
  return joined('session', localId);
}

/**
 * Id of a child, `<parent id>/<kind>/<local id>`. The whole of it is bounded, and with it the depth of nesting.
 *
 * @throws CapabilityScopeError `invalid-scope-id`, `bound-exceeded`
 */
export function childScopeId(parentId: string, kind: ScopeKind, localId: string): string {
  return joined(`${parentId}/${kind}`, localId);
}

/**
 * Refuses a name that an effect or a task of a scope cannot have.
 *
 * @throws CapabilityScopeError `invalid-lifecycle-name`, `bound-exceeded`
 */
export function requireLifecycleName(name: string): void {
  requireBound(name, 'lifecycle_name', MAX_LIFECYCLE_NAME_BYTES);
  const reason = nameFlaw(name);
  if (reason !== null) {
    throw new CapabilityScopeError({ code: 'invalid-lifecycle-name', lifecycleName: name, reason });
  }
}

function joined(prefix: string, localId: string): string {
  requireBound(localId, 'scope_local_id', MAX_IDENTIFIER_BYTES);
  const reason = nameFlaw(localId);
  if (reason !== null) throw new CapabilityScopeError({ code: 'invalid-scope-id', scopeId: localId, reason });
  const id = `${prefix}/${localId}`;
  requireBound(id, 'scope_id', MAX_IDENTIFIER_BYTES);
  return id;
}

function requireBound(text: string, field: string, max: number): void {
  if (utf8Length(text) > max) throw new CapabilityScopeError({ code: 'bound-exceeded', field, max });
}

function nameFlaw(name: string): string | null {
  if (name.length === 0) return 'must not be empty';
  if (!/^[a-z0-9._-]+$/.test(name)) return 'may hold only a-z, 0-9, ".", "_" and "-"';
  const ends = [name.charCodeAt(0), name.charCodeAt(name.length - 1)];
  return ends.every(isAlphanumeric) ? null : 'must begin and end with a letter or digit';
}
