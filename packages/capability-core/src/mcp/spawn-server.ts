import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { messageOf } from '../lifecycle/bounded-message.js';
import { McpError } from './mcp-error.js';

/** A command with its variables already expanded. */
export interface ServerCommand {
  readonly server: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** How the command may be shown and recorded. */
  readonly display: string;
}

/** A server that was just started, with its pipes. */
export interface SpawnedServer {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/**
 * Starts a command without a shell, in a process group of its own where there are any.
 *
 * @throws {McpError} `did-not-start`
 */
export async function spawnServer(command: ServerCommand): Promise<SpawnedServer> {
  const child = spawnChild(command);
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined) throw didNotStart(command, await spawnError(child));
  return { child, pid, stdin, stdout, stderr };
}

function spawnChild(command: ServerCommand) {
  try {
    return spawn(command.command, [...command.args], {
      cwd: command.cwd,
      env: { ...command.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    // Arguments that no system accepts (a NUL byte) are thrown, not emitted.
    throw didNotStart(command, error);
  }
}

function spawnError(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve));
}

function didNotStart(command: ServerCommand, cause: unknown): McpError {
  return new McpError(
    'did-not-start',
    `${command.display} could not be started in ${command.cwd} (${messageOf(cause)}); check that the command exists and may be executed.`,
    { server: command.server, cause },
  );
}
