import { z } from 'zod';
import { utf8Length } from '../identity/text-rules.js';
import type { TokenUsage } from '../model/token-usage.js';
import { firstIssue } from './first-issue.js';
import { COMMAND_BYTES_MAX } from './limits.js';
import { publicNameFlaw } from './public-name.js';

/** Something that a person starts by `/name`. */
export interface Command {
  /** Without the slash and without spaces. */
  readonly name: string;
  readonly description: string;
  /** How its arguments are written, for help. */
  readonly usage?: string;

  /**
   * Does the work. What it throws fails the run; it should stop soon after `context.signal` aborts, and is left
   * behind if it does not.
   *
   * @param args - What stands behind the name, without the spaces around it.
   */
  execute(args: string, context: CommandContext): CommandOutput | Promise<CommandOutput>;
}

/** What a command is told; all of it as it was when the command was started. */
export interface CommandContext {
  readonly sessionId: string;
  readonly workspace: string;
  readonly runId: string;
  /** Name of the session's model, where the host or a person gave one. */
  readonly model: string | null;
  /** Messages of the session's conversation. */
  readonly historyLength: number;
  /** Tokens of all runs of the session that have ended. */
  readonly usage: TokenUsage;
  /** Tools of the run's generation by the names that a model calls, sorted. */
  readonly toolNames: readonly string[];
  readonly mcpServers: readonly { readonly name: string; readonly tools: number }[];
  /** Aborts when the command has taken too long, or when its run or session is cancelled. */
  readonly signal: AbortSignal;
}

/**
 * What a session is to do once the command has ended. `prompt`: the command's text is what the model is asked, in the
 * conversation and within the same run, and the run ends with the model's answer.
 */
export type CommandAction =
  | { readonly type: 'prompt' }
  | { readonly type: 'compact' }
  | { readonly type: 'clear-history' }
  | { readonly type: 'switch-model'; readonly model: string };

/** What a command answers. */
export interface CommandOutput {
  readonly text: string;
  /** Whether the command changed something itself. */
  readonly stateChanged: boolean;
  readonly action?: CommandAction;
}

/** Makes outputs of commands. */
export const CommandOutput = {
  text(text: string): CommandOutput {
    return { text, stateChanged: false };
  },

  /** Asks the model instead of answering; at most 256 KiB. */
  prompt(text: string): CommandOutput {
    return { text, stateChanged: false, action: { type: 'prompt' } };
  },

  action(text: string, action: CommandAction): CommandOutput {
    return { text, stateChanged: true, action };
  },
};

/** A command that was looked at: a frozen copy of it, or why it cannot be one. */
export type CheckedCommand =
  | { readonly type: 'sound'; readonly command: Command }
  | { readonly type: 'flawed'; readonly reason: string };

const commandSchema = z.object({
  name: z.string(),
  description: z.string(),
  usage: z.string().exactOptional(),
  execute: z.custom<Command['execute']>((value) => typeof value === 'function', 'it is no function'),
});

const outputSchema = z.object({
  text: z.string(),
  stateChanged: z.boolean(),
  action: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('prompt') }),
      z.object({ type: z.literal('compact') }),
      z.object({ type: z.literal('clear-history') }),
      z.object({ type: z.literal('switch-model'), model: z.string().min(1) }),
    ])
    .exactOptional(),
});

/** Checks what a host or an adapter gives as a command: its form, its name, and that its texts fit 16 KiB. */
export function checkCommand(value: unknown): CheckedCommand {
  const parsed = commandSchema.safeParse(value);
  if (!parsed.success) {
    return { type: 'flawed', reason: firstIssue(parsed.error, 'command') };
  }
  const { name, description, usage = '', execute } = parsed.data;
  const flaw = publicNameFlaw(name) ?? callFlaw(name) ?? sizeFlaw([name, description, usage]);
  return flaw === null
    ? { type: 'sound', command: Object.freeze({ ...parsed.data, execute: execute.bind(value) }) }
    : { type: 'flawed', reason: flaw };
}

/** A copy of what a command answered, or `null` when that is no output. */
export function checkedCommandOutput(value: unknown): CommandOutput | null {
  return outputSchema.safeParse(value).data ?? null;
}

function callFlaw(name: string): string | null {
  return /^\/|\s/u.test(name)
    ? 'its name begins with a slash or holds a space, so nobody could call it'
    : null;
}

function sizeFlaw(texts: readonly string[]): string | null {
  const bytes = texts.reduce((sum, text) => sum + utf8Length(text), 0);
  return bytes > COMMAND_BYTES_MAX
    ? `its texts take ${bytes} bytes; at most ${COMMAND_BYTES_MAX} are accepted`
    : null;
}
