import '../host/polyfills.js';
import { reportOfError } from '../host/errors/report-of-error.js';
import type { Host } from '../host/host.js';
import { openHost } from '../host/open-host.js';
import { printFailure } from '../host/print-failure.js';
import { surviveClosedTerminal } from '../host/survive-closed-terminal.js';
import type { ErrorReport } from '../protocol/error-report.js';
import type { HostMessage } from '../protocol/messages.js';
import { webSocketHostEnd } from '../transport/web-socket-host.js';
import { readArguments } from './arguments.js';
import { findPageFiles } from './page-files.js';
import { PageServer } from './page-server.js';
import { ServedHost } from './served-host.js';

/** The process was stopped, and the console had worked. */
const EXIT_DONE = 0;
/** The host could not be opened, or the page could not be served. */
const EXIT_FAILED = 1;

/**
 * The console for a browser on the same machine. It prints `Console ready at <url>` when it can be used. A host that
 * cannot be opened is said on the terminal; the page is served all the same, since it shows what can be done.
 */
async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  const files = await findPageFiles(options.renderer);
  let served: ServedHost | null = null;
  // First the port: nothing is opened, and no server of a package started, by a console that cannot be seen.
  const server = await PageServer.listen({
    port: options.port,
    files,
    onPage: (socket) => {
      const end = webSocketHostEnd<HostMessage>(socket);
      void served?.connect(end);
    },
    onError: (error) => printFailure('Somebody could not connect', reportOfError(error)),
  });
  const open = (): Promise<Host> =>
    openHost({
      store: {
        backend: 'sqlite',
        folder: options.data,
        checkpointWorker: new URL('checkpoint-worker.cjs', import.meta.url),
      },
      demo: options.demo,
      carrier: 'loopback',
    });
  served = new ServedHost(open, (failure) => announce(failure, server.url));
  stopOnSignal(server, served);
}

function announce(failure: ErrorReport | null, url: string): void {
  if (failure === null) {
    process.stdout.write(`Console ready at ${url}\n`);
    return;
  }
  printFailure('The console cannot open its store', failure);
  process.stderr.write(`What can be done is shown at ${url}\n`);
}

function stopOnSignal(server: PageServer, served: ServedHost): void {
  // Closing twice is harmless, so a second signal needs no care.
  const stop = async (): Promise<void> => {
    try {
      const [failure] = await Promise.all([served.close(), server.close()]);
      process.exit(failure === null ? EXIT_DONE : EXIT_FAILED);
    } catch (error) {
      printFailure('The console did not end as it should', reportOfError(error));
      process.exit(EXIT_FAILED);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

surviveClosedTerminal();
main().catch((error: unknown) => {
  printFailure('The console cannot be served', reportOfError(error));
  process.exit(EXIT_FAILED);
});
