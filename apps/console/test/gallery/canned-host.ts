import type { BatchPreview } from '../../src/protocol/batch.js';
import type { ConsoleState } from '../../src/protocol/console-state.js';
import type { ErrorReport } from '../../src/protocol/error-report.js';
import { PROTOCOL_VERSION } from '../../src/protocol/limits.js';
import { type HostMessage, PageMessage } from '../../src/protocol/messages.js';
import type { OpenChannel } from '../../src/renderer/connection/open-channel.js';
import { digestOf } from '../../src/renderer/test-state/moments-and-digests.js';
import { inProcessChannel } from '../../src/transport/in-process.js';

/** What a canned host does: serve a state, serve it and go away, refuse to serve, or never answer. */
export type Canned =
  | { readonly kind: 'serves'; readonly state: ConsoleState }
  | { readonly kind: 'goes-away'; readonly state: ConsoleState }
  | { readonly kind: 'unavailable'; readonly error: ErrorReport }
  | { readonly kind: 'silent' };

/** A host that answers each page with the same state and refuses every change. */
export function cannedHost(canned: Canned): OpenChannel {
  let opened = 0;
  return async () => {
    opened += 1;
    if (canned.kind === 'goes-away' && opened > 1) throw new Error('The host cannot be reached.');
    const { host, page } = inProcessChannel<HostMessage, PageMessage>();
    host.receive((raw) => {
      const message = PageMessage.parse(raw);
      if (message.type === 'hello') {
        if (canned.kind === 'unavailable') host.post({ type: 'unavailable', error: canned.error });
        if (canned.kind === 'serves' || canned.kind === 'goes-away') {
          host.post({ type: 'snapshot', protocol: PROTOCOL_VERSION, sequence: 0, state: canned.state });
        }
        if (canned.kind === 'goes-away') setTimeout(() => host.close(), 50);
      }
      if (message.type === 'request') {
        if (message.method === 'batch.preview')
          host.post({ type: 'result', id: message.id, result: preview });
        else if (message.method === 'host.ping') host.post({ type: 'result', id: message.id, result: {} });
        else host.post({ type: 'error', id: message.id, error: refusal(message.method) });
      }
    });
    return page;
  };
}

const preview: BatchPreview = {
  base: { generation: 7, digest: digestOf(7) },
  target: { generation: 8, digest: digestOf(8) },
  packages: [],
  waves: [
    ['acme:mcp:catalog'],
    ['acme:tool:lookup', 'acme:skill:triage', 'acme:agent:reviewer'],
    ['acme:command:release'],
  ],
  changes: [
    change('added', 'command', 'release', null, 2),
    change('replaced', 'mcp', 'catalog', 0, 1),
    change('replaced', 'tool', 'lookup', 1, 2),
    change('removed', 'tool', 'legacy-search', 3, null),
  ],
  unchanged: 3,
  pinnedRuns: ['r-41c9', 'r-44d0'],
};

function change(
  what: 'added' | 'removed' | 'replaced',
  kind: string,
  publicName: string,
  from: number | null,
  to: number | null,
) {
  return {
    change: what,
    id: `acme:${kind}:${publicName}`,
    kind,
    publicName,
    fromDigest: from === null ? null : digestOf(from),
    toDigest: to === null ? null : digestOf(to),
  };
}

function refusal(method: string): ErrorReport {
  return {
    code: 'not-a-package',
    message: `/home/ada/notes is no capability package: it has no .claude-plugin/plugin.json (${method}).`,
    action: 'Choose the folder that holds .claude-plugin.',
    causes: [{ code: 'ENOENT', message: 'no such file, open /home/ada/notes/.claude-plugin/plugin.json' }],
    details: { folder: '/home/ada/notes' },
  };
}
