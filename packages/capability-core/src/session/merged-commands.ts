import type { CapabilityProjection } from '../catalog/capability-projection.js';
import { type Command, checkCommand } from '../kinds/command.js';
import { builtInCommands } from '../loop/built-in-commands.js';
import { ClaimedNames } from './claimed-names.js';
import type { NamedRegistrations } from './named-registrations.js';
import { projectedReader } from './projected-values.js';

/** Holder of the names of the commands that every session has. */
export const BUILT_IN_COMMAND = 'a built-in command';

const projectedCommands = projectedReader('command', (value) => {
  if (value.kind !== 'command') return null;
  const checked = checkCommand(value.command);
  return checked.type === 'flawed' ? checked : { value: checked.command };
});

/**
 * The built-in commands, those of the host and those of a generation, sorted by name.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict` or `runtime-value-invalid`
 */
export function mergedCommands(
  projection: CapabilityProjection,
  registered: NamedRegistrations<Command>,
): ReadonlyMap<string, Command> {
  const projected = projectedCommands(projection);
  const others = [...registered.values(), ...projected.map(({ value }) => value)];
  const names = new ClaimedNames<Command>('command');
  for (const command of builtInCommands(others)) {
    names.add(command, BUILT_IN_COMMAND);
  }
  for (const command of registered.values()) {
    names.add(command, 'a command registered by the host');
  }
  for (const { id, value } of projected) {
    names.add(value, id);
  }
  return names.sorted();
}
