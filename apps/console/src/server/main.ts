import '../host/polyfills.js';
import { reportOfError } from '../host/errors/report-of-error.js';
import type { Host } from '../host/host.js';
import { openHost } from '../host/open-host.js';
import { printFailure } from '../host/print-failure.js';
import type { HostMessage } from '../protocol/messages.js';
import { webSocketHostEnd } from '../transport/web-socket-host.js';
import { readArguments } from './arguments.js';
import { findPageFiles } from './page-files.js';
import { PageServer } from './page-server.js';

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
  let opening: Promise<Host> | null = null;
  // First the port: nothing is opened, and no server of a package started, by a console that cannot be seen.
  const server = await PageServer.listen({
    port: options.port,
    files,
    onPage: (socket) => {
      const end = webSocketHostEnd<HostMessage>(socket);
      void opening?.then((host) => host.connect(end));
    },
  });
  opening = openHost({
    store: { backend: 'sqlite', folder: options.data },
    demo: options.demo,
    carrier: 'loopback',
  });
  stopOnSignal(server, opening);
  const host = await opening;
  await host.settled;
  if (host.failure === null) {
    process.stdout.write(`Console ready at ${server.url}\n`);
    return;
  }
  printFailure('The console cannot open its store', host.failure);
  process.stderr.write(`What can be done is shown at ${server.url}\n`);
}

function stopOnSignal(server: PageServer, opening: Promise<Host>): void {
  // Closing twice is harmless, so a second signal needs no care.
  const stop = async (): Promise<void> => {
    const host = await opening;
    try {
      await Promise.all([server.close(), host.close()]);
      process.exit(host.failure === null ? EXIT_DONE : EXIT_FAILED);
    } catch (error) {
      printFailure('The console did not end as it should', reportOfError(error));
      process.exit(EXIT_FAILED);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

main().catch((error: unknown) => {
  printFailure('The console cannot be served', reportOfError(error));
  process.exit(EXIT_FAILED);
});
