import type { ReactNode } from 'react';
import type { ErrorReport } from '../../../protocol/error-report.js';
import { codeChain, shownCauses } from '../../../protocol/shown-causes.js';
import { CopyButton } from './copy-button.js';
import { errorMarkdown } from './error-markdown.js';
import { StateIcon } from './state-icon.js';

/** An error where it happened: what was refused and why, its causes, what to do, and a copy of all of it. */
export function ErrorPanel({
  error,
  versions = {},
  actions,
}: {
  readonly error: ErrorReport;
  /** Names and versions that the copy adds, so that it can stand alone. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly actions?: ReactNode;
}) {
  const causes = shownCauses(error).filter((cause) => cause.text !== '');
  const chain = codeChain(error);
  return (
    <div role="alert" className="flex gap-2.5 rounded-box border border-bad/40 bg-bad/6 px-3 py-2">
      <span className="pt-[3px]">
        <StateIcon state="refused" size={14} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="break-words">
          <code className="mr-2 font-mono text-meta text-bad">{error.code}</code>
          {error.message}
        </p>
        {error.action !== null && <p className="font-medium">{error.action}</p>}
        {causes.length > 0 && (
          <ol aria-label="Causes" className="flex flex-col text-meta text-muted">
            {causes.map((cause, index) => (
              <li key={index} className="break-words">
                because {cause.code !== null && <code className="font-mono">{cause.code} </code>}
                {cause.text}
              </li>
            ))}
          </ol>
        )}
        {chain.length > 1 && (
          <p className="text-meta break-words text-muted">
            codes, outermost first: <code className="font-mono">{chain.join(' › ')}</code>
          </p>
        )}
        {actions !== undefined && <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
      <CopyButton
        isIcon
        label="Copy error"
        text={() => errorMarkdown(error, { ...versions, page: navigator.userAgent })}
        className="-my-1 -mr-1.5"
      />
    </div>
  );
}
