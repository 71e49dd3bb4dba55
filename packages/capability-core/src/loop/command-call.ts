import { utf8Length } from '../identity/text-rules.js';
import {
  type Command,
  type CommandContext,
  type CommandOutput,
  checkedCommandOutput,
} from '../kinds/command.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { Clock } from '../lifecycle/clock.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { AgentLoopError } from './agent-loop-error.js';
import { boundedCall } from './bounded-call.js';
import { cutText } from './cut-text.js';
import { COMMAND_OUTPUT_BYTES_MAX, COMMAND_TIMEOUT_MS } from './limits.js';

/** One call of a command, within a run. */
export interface CommandCall {
  readonly command: Command;
  readonly args: string;
  readonly context: Omit<CommandContext, 'signal'>;
}

/**
 * Executes a command within its time. The work is a task of the run, so that closing the run waits for a command that
 * ignores its signal, and the run's lease outlives it as far as the close policy allows.
 *
 * @throws {AgentLoopError} `command-failed`, `command-timeout` or `cancelled`
 */
export async function callCommand(
  { command, args, context }: CommandCall,
  run: CapabilityScope<'run'>,
  clock: Clock,
): Promise<CommandOutput> {
  const execute = async (signal: AbortSignal): Promise<CommandOutput> => {
    let work: Promise<CommandOutput> | undefined;
    run.spawn('command', async () => {
      work = (async () => command.execute(args, Object.freeze({ ...context, signal })))();
      await work.catch(() => undefined);
    });
    return work as Promise<CommandOutput>;
  };
  const outcome = await boundedCall(execute, { signal: run.signal, timeoutMs: COMMAND_TIMEOUT_MS, clock });
  const { name } = command;
  switch (outcome.type) {
    case 'done': {
      const output = boundedOutput(checkedCommandOutput(outcome.value));
      if (typeof output !== 'string') return output;
      throw new AgentLoopError({ code: 'command-failed', command: name, reason: output });
    }
    case 'cancelled':
      throw new AgentLoopError({ code: 'cancelled' }, { cause: run.signal.reason });
    case 'timed-out':
      throw new AgentLoopError({ code: 'command-timeout', command: name, timeoutMs: COMMAND_TIMEOUT_MS });
    case 'failed': {
      const reason = messageOf(outcome.error);
      throw new AgentLoopError({ code: 'command-failed', command: name, reason }, { cause: outcome.error });
    }
  }
}

/** An answer is cut, but what the model is asked must be whole. @returns the reason when there is no output */
function boundedOutput(output: CommandOutput | null): CommandOutput | string {
  if (output === null) return 'It answered what is no output.';
  const { text, action } = output;
  if (action?.type !== 'prompt') return { ...output, text: cutText(text, COMMAND_OUTPUT_BYTES_MAX) };
  const bytes = utf8Length(text);
  return bytes > COMMAND_OUTPUT_BYTES_MAX
    ? `Its prompt takes ${bytes} bytes; at most ${COMMAND_OUTPUT_BYTES_MAX} are accepted.`
    : output;
}
