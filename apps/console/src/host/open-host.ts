import { ConsoleHost } from './console-host.js';
import { reportOfError } from './errors/report-of-error.js';
import type { Host } from './host.js';
import type { HostOptions } from './host-options.js';
import { UnavailableHost } from './unavailable-host.js';

/** Opens a host. One whose store cannot be opened is returned all the same: it tells each page why. */
export async function openHost(options: HostOptions): Promise<Host> {
  try {
    return await ConsoleHost.open(options);
  } catch (error) {
    return new UnavailableHost(reportOfError(error));
  }
}
