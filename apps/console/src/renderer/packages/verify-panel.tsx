import { X } from 'lucide-react';
import { useConsole } from '../connection/console-context.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatPlural } from '../shared/format/quantity.js';
import { IconButton } from '../shared/ui/button.js';
import { CopyButton } from '../shared/ui/copy-button.js';
import { Digest } from '../shared/ui/digest.js';
import { Moment } from '../shared/ui/moment.js';
import { StateWord } from '../shared/ui/state-word.js';
import { damagedFile } from './damaged-file.js';
import { useVerification, type Verification, verificationStore } from './verification.js';

/** What the last verification of this page has found; nothing before there was one. */
export function VerifyPanel() {
  const last = useVerification();
  const packages = useConsole((state) => state.registry.packages);
  if (last === null) return null;
  const { checked, damaged, at } = last;
  return (
    <section
      aria-label="Verification"
      className={`flex flex-col gap-1 rounded-box border px-3 py-1.5 ${damaged.length === 0 ? 'border-line bg-surface' : 'border-bad/40 bg-bad/6'}`}
    >
      <div className="flex min-h-6 flex-wrap items-center gap-x-3">
        <p role="status" className="min-w-0">
          {damaged.length === 0 ? (
            <StateWord state="intact">
              {formatPlural(checked, 'version')} verified: all content is as it was stored.
            </StateWord>
          ) : (
            <StateWord state="damaged">
              {formatPlural(damaged.length, 'file')} of {formatPlural(checked, 'version')}{' '}
              {damaged.length === 1 ? 'is' : 'are'} not as stored. Install the folder again to repair it.
            </StateWord>
          )}
        </p>
        <span className="text-meta text-muted">
          <Moment at={at} hasAge />
        </span>
        <span className="ml-auto flex">
          {damaged.length > 0 && <CopyButton isIcon label="Copy findings" text={() => findings(last)} />}
          <IconButton
            label="Close findings"
            icon={X}
            onClick={() => verificationStore.setState({ last: null })}
          />
        </span>
      </div>
      {damaged.length > 0 && (
        <ul aria-label="Damaged content" className="max-h-32 overflow-y-auto text-meta">
          {damaged.map((item) => {
            const stored = packages.find((other) => other.digest === item.digest);
            return (
              <li key={`${item.digest} ${item.path}`} className="flex flex-wrap gap-x-2 leading-6">
                {stored === undefined ? (
                  <Digest digest={item.digest} />
                ) : (
                  <SelectLink selection={{ kind: 'package', digest: item.digest }}>
                    {stored.name} {stored.version}
                  </SelectLink>
                )}
                <code className="font-mono wrap-anywhere" title={item.path}>
                  {damagedFile(item.path)}
                </code>
                <span className="min-w-0 text-muted">{item.reason}</span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function findings({ damaged }: Verification): string {
  return damaged.map((item) => `${item.digest} ${item.path}: ${item.reason}\n`).join('');
}
