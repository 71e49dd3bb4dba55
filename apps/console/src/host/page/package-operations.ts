import { METHODS } from '../../protocol/methods.js';
import type { AuditLog } from '../audit/audit-log.js';
import type { Ledger } from '../ledger/ledger.js';
import { AUDIT_TARGET_MAX_LENGTH } from '../limits.js';
import type { PackageChange, PackageDesk } from '../packages/package-desk.js';
import { cutText } from '../text/cut-text.js';
import type { AuditedCommands } from './audited-commands.js';
import { operation } from './operation.js';
import type { Operations } from './operations.js';

type PackageMethod = Extract<keyof Operations, `package.${string}`>;

/** What can be asked of the package registry. A change is answered when pages have been told of it. */
export function packageOperations(
  desk: PackageDesk,
  commands: AuditedCommands,
  { audit, ledger }: { readonly audit: AuditLog; readonly ledger: Ledger },
): Pick<Operations, PackageMethod> {
  const told = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    // The registry keeps itself: a store that fails takes nothing of this back.
    await ledger.flush().catch(() => undefined);
    return result;
  };
  return {
    'package.store': operation(METHODS['package.store'].params, ({ folder }, options) =>
      commands.change(
        {
          command: 'package.store',
          target: folder,
          reason: null,
          detail: ({ package: { name, version }, isNew }) =>
            `${name} ${version}${isNew ? '' : ', which was stored already'}`,
        },
        () => told(desk.store(folder, options)),
      ),
    ),
    'package.receipt': operation(METHODS['package.receipt'].params, async ({ digest }) => ({
      items: desk.receipt(digest),
    })),
    'package.plan': operation(METHODS['package.plan'].params, (change, options) =>
      desk.plan(change, options),
    ),
    'package.apply': operation(METHODS['package.apply'].params, (change, options) =>
      commands.change(
        {
          command: 'package.apply',
          target: targetOf(desk, change),
          reason: change.reason,
          detail: ({ generation }) => `Package generation ${generation}`,
        },
        () => told(desk.apply(change, options)),
      ),
    ),
    'package.forget': operation(METHODS['package.forget'].params, ({ digest, reason }, options) =>
      commands.change({ command: 'package.forget', target: desk.nameOf(digest), reason }, async () => {
        await told(desk.forget(digest, options));
        return {};
      }),
    ),
    'package.decide': operation(METHODS['package.decide'].params, (decided, options) =>
      commands.change(
        {
          command: 'package.decide',
          target: `${decided.server} of ${desk.nameOf(decided.digest)}`,
          reason: decided.reason,
          detail: () => decided.decision,
        },
        async () => {
          await told(desk.decide(decided, options));
          return {};
        },
      ),
    ),
    'package.verify': operation(METHODS['package.verify'].params, async (_params, options) => {
      const report = await desk.verify(options);
      if (report.damaged.length > 0) audit.write(damageLine(report.damaged));
      return report;
    }),
  };
}

function targetOf(desk: PackageDesk, { add, remove }: PackageChange): string {
  const changes = [
    ...add.map((digest) => `put in ${desk.nameOf(digest)}`),
    ...remove.map((name) => `take out ${name}`),
  ];
  return cutText(changes.join(', ') || 'no package', AUDIT_TARGET_MAX_LENGTH);
}

function damageLine(damaged: readonly { readonly path: string; readonly reason: string }[]) {
  const detail = damaged.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
  return {
    actor: 'operator',
    command: 'package.verify',
    target: `${damaged.length} damaged files`,
    outcome: 'failed',
    durationMs: null,
    reason: null,
    detail: cutText(detail, AUDIT_TARGET_MAX_LENGTH),
  } as const;
}
