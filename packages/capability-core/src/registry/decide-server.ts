import { boundedMessage } from '../lifecycle/bounded-message.js';
import { withDecision } from './consent-requests.js';
import { PackageError } from './package-error.js';
import type { RegistryCore } from './registry-core.js';
import type { ServerDecision } from './registry-operation.js';
import type { ServerConsent } from './server-consent.js';
import { putRecord } from './store/put-record.js';

/** Keeps a decision about a server. See `PackageRegistry.decide`. */
export function decideServer(
  core: RegistryCore,
  { digest, server, decision, reason }: ServerDecision,
  signal: AbortSignal,
): Promise<ServerConsent> {
  return core.exclusively(signal, 'Deciding about the server', async () => {
    const { paths, state, settings } = core;
    const { request } = consentOf(core, digest, server);
    const kept = reason === undefined ? null : boundedMessage(reason, '');
    const answer = { decision, decidedAt: settings.clock.now(), reason: kept };
    const consents = withDecision(state.consents(digest), request, answer);
    const written = () => core.step('consent-written');
    await putRecord(paths, { path: paths.consentOf(digest), written }, consents);
    core.step('consent-placed');
    state.setConsents(consents);
    return consentOf(core, digest, server);
  });
}

function consentOf(core: RegistryCore, digest: ServerDecision['digest'], server: string): ServerConsent {
  const stored = core.version(digest);
  const consent = core.consentsOf(stored).find(({ request }) => request.server === server);
  if (consent !== undefined) return consent;
  const { name, version, root } = stored;
  throw new PackageError('unknown-server', `${name} ${version} brings no MCP server ${server}.`, { root });
}
