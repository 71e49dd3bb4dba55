import './polyfills.js';
import { parseArgs } from 'node:util';
import type { HostToMain, MainToHost } from '../protocol/host-process.js';
import { type HostMessagePort, messagePortHostEnd } from '../transport/message-port-host.js';
import { reportOfError } from './errors/report-of-error.js';
import type { Host } from './host.js';
import { openHost } from './open-host.js';
import { printFailure } from './print-failure.js';
import { surviveClosedTerminal } from './survive-closed-terminal.js';

/** What a utility process is given to talk to the process that started it. */
interface ParentPort {
  postMessage(message: HostToMain): void;
  on(
    event: 'message',
    listener: (event: { readonly data: MainToHost; readonly ports: readonly HostMessagePort[] }) => void,
  ): void;
}

function parentPort(): ParentPort {
  const port = 'parentPort' in process ? process.parentPort : undefined;
  if (!isParentPort(port)) throw new Error('The host process is started by the application, not by hand');
  return port;
}

function isParentPort(port: unknown): port is ParentPort {
  return typeof port === 'object' && port !== null && 'postMessage' in port && 'on' in port;
}

async function main(): Promise<void> {
  const parent = parentPort();
  const { values } = parseArgs({ options: { data: { type: 'string' }, demo: { type: 'string' } } });
  if (values.data === undefined) throw new Error('The host process needs --data <folder>');
  const opening = openHost({
    store: {
      backend: 'sqlite',
      folder: values.data,
      checkpointWorker: new URL('checkpoint-worker.cjs', import.meta.url),
    },
    demo: values.demo ?? null,
    carrier: 'electron',
  });
  // Closing twice is harmless, so a second call needs no care.
  const stop = (): void => void opening.then(end);
  parent.on('message', ({ data, ports }) => {
    if (data.type === 'stop') stop();
    for (const port of ports) void opening.then((host) => host.connect(messagePortHostEnd(port)));
  });
  // A terminal that is interrupted or closed tells each process that was started from it, and not the first alone.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  const host = await opening;
  host.followLiveRuns((live) => parent.postMessage({ type: 'live-runs', live }));
  const { failure, settled } = host;
  await settled;
  if (failure === null) parent.postMessage({ type: 'ready' });
  else parent.postMessage({ type: 'failed', error: failure });
}

async function end(host: Host): Promise<void> {
  try {
    await host.close();
    process.exit(0);
  } catch (error) {
    printFailure('The console did not end as it should', reportOfError(error));
    process.exit(1);
  }
}

surviveClosedTerminal();
main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
