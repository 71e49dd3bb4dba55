import type { ConsoleState } from '../../protocol/console-state.js';
import { isTerminal } from '../../protocol/run.js';
import { attentionItems } from '../overview/attention.js';
import { formatBytes, formatPlural } from '../shared/format/quantity.js';

/** How the console is, as one block to paste into a report: versions, store, counts and what needs a person. */
export function diagnostics(
  state: ConsoleState,
  page: { readonly connection: string; readonly address: string; readonly agent: string },
): string {
  const { host, store, registry, sessions, runs, runCount } = state;
  const facts = [
    `console: ${host.version} (${host.carrier}), Node ${host.node}, process ${host.pid}`,
    `started: ${new Date(host.startedAt).toISOString()}`,
    `connection: ${page.connection}`,
    `store: ${store.backend}, revision ${store.revision}, ${formatBytes(store.snapshotBytes)} + ${formatBytes(store.journalBytes)}, ${store.writable ? 'saved' : 'not saving'}`,
    `store location: ${store.location}`,
    `store recovery: ${store.recovery ?? 'none'}`,
    `packages: package generation ${registry.generation}, ${formatPlural(registry.packages.length, 'version')} stored`,
    ...sessions.map(
      (session) =>
        `session ${session.id}: ${session.state}, generation ${session.stamp.generation}, ${session.stamp.digest}`,
    ),
    `runs: ${runCount}, ${runs.filter((run) => !isTerminal(run.status)).length} live`,
    `view: ${page.address}`,
    `page: ${page.agent}`,
  ];
  const needs = attentionItems(state).map((item) => `- ${item.title}: ${item.detail}`);
  return [
    '**Changeover, diagnostics**',
    '',
    '```',
    ...facts,
    '```',
    ...(needs.length === 0 ? [] : ['', 'What needs a person:', '', ...needs]),
    '',
  ].join('\n');
}
