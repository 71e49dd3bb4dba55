import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../src/host/host.js';
import type { HostOptions } from '../src/host/host-options.js';
import { openHost } from '../src/host/open-host.js';
import type { HostMessage, PageMessage } from '../src/protocol/messages.js';
import { inProcessChannel } from '../src/transport/in-process.js';
import { ConsolePage } from './console-page.js';
import { removeTree } from './remove-tree.js';

/** The demonstration project. */
export const DEMO = join(import.meta.dirname, '..', 'demo');

type Release = () => unknown;
const releases: Release[] = [];

/** Released in reverse order by `releaseAll`. */
export function release(later: Release): void {
  releases.push(later);
}

export async function releaseAll(): Promise<void> {
  for (const later of releases.splice(0).reverse()) await later();
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'changeover-console-'));
  release(() => removeTree(folder));
  return folder;
}

/** A host that has published what it publishes at a start, and is closed after the test. */
export async function testHost(options: Partial<HostOptions> = {}): Promise<Host> {
  const host = await openHost({
    store: { backend: 'memory' },
    demo: DEMO,
    carrier: 'in-process',
    printFailure: () => undefined,
    ...options,
  });
  release(() => host.close());
  await host.settled;
  return host;
}

export function connectPage(host: Host): ConsolePage {
  const channel = inProcessChannel<HostMessage, PageMessage>();
  host.connect(channel.host);
  return new ConsolePage(channel.page);
}
