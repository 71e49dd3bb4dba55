import { isDeepStrictEqual } from 'node:util';
import type { PackagedServer } from './mcp-file.js';
import type { ConsentRequest, ServerConsent } from './server-consent.js';
import type { Consents } from './store/record-schemas.js';
import { type PackageRef, packageRef } from './stored-package.js';

type Decision = Consents['decisions'][number];

/** What is asked about a server of a version. */
export function consentRequest(
  ref: PackageRef,
  { config }: PackagedServer,
  others: readonly Consents[],
): ConsentRequest {
  return Object.freeze({
    package: packageRef(ref),
    server: config.name,
    command: Object.freeze([config.command, ...config.args]),
    env: config.env,
    cwd: config.cwd,
    previous: previousConsent(ref, config.name, others),
  });
}

/** The request with its decision; one about another command line than that of the request does not count. */
export function serverConsent(request: ConsentRequest, decided: Consents | undefined): ServerConsent {
  const decision = decided?.decisions.find((entry) => isAbout(entry, request));
  if (decision === undefined) {
    return Object.freeze({ request, decision: 'undecided', decidedAt: null, reason: null });
  }
  const { decision: answer, decidedAt, reason } = decision;
  return Object.freeze({ request, decision: answer, decidedAt, reason });
}

/** The decisions about a version after one more, which replaces an earlier one about the same server. */
export function withDecision(
  decided: Consents | undefined,
  request: ConsentRequest,
  answer: Pick<Decision, 'decision' | 'decidedAt' | 'reason'>,
): Consents {
  const { server, command, env, cwd } = request;
  const others = (decided?.decisions ?? []).filter((entry) => entry.server !== server);
  const decision: Decision = { server, command: [...command], env: { ...env }, cwd, ...answer };
  return { ...request.package, decisions: [...others, decision] };
}

function isAbout(decision: Decision, { server, command, env, cwd }: ConsentRequest): boolean {
  return (
    decision.server === server &&
    decision.cwd === cwd &&
    isDeepStrictEqual(decision.command, [...command]) &&
    isDeepStrictEqual(decision.env, { ...env })
  );
}

function previousConsent(
  { name, digest }: PackageRef,
  server: string,
  others: readonly Consents[],
): ConsentRequest['previous'] {
  const allowed = others
    .filter((consents) => consents.name === name && consents.digest !== digest)
    .flatMap(({ decisions }) => decisions)
    .filter((entry) => entry.server === server && entry.decision === 'allowed')
    .sort((left, right) => right.decidedAt - left.decidedAt)[0];
  if (allowed === undefined) return null;
  const { command, env, cwd, decidedAt } = allowed;
  return Object.freeze({
    command: Object.freeze([...command]),
    env: Object.freeze({ ...env }),
    cwd,
    decidedAt,
  });
}
