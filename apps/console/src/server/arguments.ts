import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface ServerArguments {
  /** The folder of the store. */
  readonly data: string;
  /** The folder of the demonstration project; null without one. */
  readonly demo: string | null;
  /** The folder of the built page. */
  readonly renderer: string;
  /** 0 for any free port. */
  readonly port: number;
}

const PORT_MAX = 65_535;

/** @throws Error for an argument that is missing, unknown or out of range. */
export function readArguments(args: readonly string[]): ServerArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      demo: { type: 'string' },
      renderer: { type: 'string' },
      port: { type: 'string' },
    },
  });
  if (values.data === undefined) throw new Error('Say where the console keeps its state: --data <folder>');
  return {
    data: resolve(values.data),
    demo: values.demo === undefined ? null : resolve(values.demo),
    // The bundle lies beside the folder of the built page.
    renderer: resolve(values.renderer ?? join(__dirname, '..', 'renderer')),
    port: readPort(values.port ?? '0'),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= PORT_MAX) return port;
  throw new Error(`--port ${JSON.stringify(text)} is refused: give a whole number from 0 to ${PORT_MAX}`);
}
