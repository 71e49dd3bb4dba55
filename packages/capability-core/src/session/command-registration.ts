import { type Command, checkCommand } from '../kinds/command.js';
import { REGISTERED_COMMANDS_MAX } from './limits.js';
import { assertCommandNameAvailable } from './name-guard.js';
import { refuseRegistration } from './registration-refusal.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Adds or replaces a host's command, unless a published or a built-in one has its name. */
export function registerCommand(state: SessionState, given: Command): void {
  let command: Command;
  try {
    command = registrable(state, given);
  } catch (error) {
    throw refuseRegistration(state, { kind: 'command', publicName: given?.name }, error);
  }
  const action = state.commands.set(command.name, command);
  state.emit({ type: 'registration', kind: 'command', publicName: command.name, action });
}

/** Takes a host's command away. */
export function unregisterCommand(state: SessionState, name: string): boolean {
  if (state.closed) {
    throw new SessionError({ code: 'session-closed', sessionId: state.id });
  }
  const removed = state.commands.delete(name);
  if (removed) {
    state.emit({ type: 'registration', kind: 'command', publicName: name, action: 'removed' });
  }
  return removed;
}

function registrable({ id: sessionId, closed, commands, catalog }: SessionState, given: Command): Command {
  if (closed) {
    throw new SessionError({ code: 'session-closed', sessionId });
  }
  const checked = checkCommand(given);
  if (checked.type === 'flawed') {
    throw new SessionError({ code: 'command-invalid', sessionId, reason: checked.reason });
  }
  const { command } = checked;
  assertCommandNameAvailable(catalog.current.projection, command.name);
  if (commands.size >= REGISTERED_COMMANDS_MAX && !commands.has(command.name)) {
    throw new SessionError({
      code: 'registered-command-limit-reached',
      sessionId,
      max: REGISTERED_COMMANDS_MAX,
    });
  }
  return command;
}
