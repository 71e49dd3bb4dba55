import type { ReactNode } from 'react';
import type { ServerConsent } from '../../protocol/capability-package.js';
import { StateWord } from '../shared/ui/state-word.js';
import { commandLine } from './command-line.js';
import { consentState } from './consent-state.js';
import { ServerCommand } from './server-command.js';

const DECISIONS = ['refused', 'allowed'] as const;

/** A server that a package brings, and a person's choice: let it be started, or leave it out. */
export function ServerDecision({
  consent,
  decision,
  isDisabled = false,
  isBrief = false,
  onDecide,
  children,
}: {
  readonly consent: ServerConsent;
  /** What is chosen, which need not be what is stored. */
  readonly decision: ServerConsent['decision'];
  readonly isDisabled?: boolean;
  /** Only its command line: for what was decided before. */
  readonly isBrief?: boolean;
  readonly onDecide: (decision: 'allowed' | 'refused') => void;
  /** What stands below it, as an error of the decision. */
  readonly children?: ReactNode;
}) {
  const { server } = consent;
  const names = { allowed: `Allow ${server}`, refused: `Leave ${server} out` } as const;
  return (
    <li className="flex flex-col gap-1.5 border-line px-3 py-2 not-first:border-t">
      <div className="flex min-h-6 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 truncate font-medium" title={server}>
          {server}
        </span>
        <span className="min-w-0 shrink-99 truncate text-meta text-muted">
          of {consent.package.name} {consent.package.version}
        </span>
        <span className="ml-auto flex items-center gap-2.5 text-meta">
          <StateWord state={consentState(decision)} />
          <fieldset className="flex">
            <legend className="sr-only">{`${server} of ${consent.package.name}`}</legend>
            {DECISIONS.map((option) => (
              <button
                key={option}
                type="button"
                aria-label={names[option]}
                aria-pressed={decision === option}
                disabled={isDisabled}
                onClick={() => onDecide(option)}
                className="h-6 border border-edge bg-surface px-2 font-medium first-of-type:rounded-l-box last:-ml-px last:rounded-r-box hover:bg-ink/5 disabled:cursor-not-allowed disabled:opacity-45 aria-pressed:z-1 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
              >
                {option === 'allowed' ? 'Allow' : 'Leave out'}
              </button>
            ))}
          </fieldset>
        </span>
      </div>
      {isBrief ? (
        <code className="truncate font-mono text-meta text-muted" title={commandLine(consent.command)}>
          {commandLine(consent.command)}
        </code>
      ) : (
        <ServerCommand consent={consent} />
      )}
      {children}
    </li>
  );
}

/** Servers below one another, in a box. */
export function ServerList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="rounded-box border border-line">
      {children}
    </ul>
  );
}
