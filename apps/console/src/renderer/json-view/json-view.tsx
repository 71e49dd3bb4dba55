import { useMemo, useState } from 'react';
import { formatCount } from '../shared/format/quantity.js';
import { CopyButton } from '../shared/ui/copy-button.js';
import { JsonTree } from './json-tree.js';
import { SHOWN_TEXT_MAX_LENGTH } from './limits.js';
import { readJson } from './read-json.js';

/**
 * A text that came from elsewhere, never as anything but text: as a tree where it is JSON, and as it stands. `label`
 * names it.
 */
export function JsonView({ label, text }: { label: string; text: string }) {
  const json = useMemo(() => readJson(text), [text]);
  const [isTree, setIsTree] = useState(true);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label} className="flex min-w-0 flex-col gap-1">
      <div className="flex h-6 items-center gap-2">
        <h3 className="text-label font-medium tracking-[0.06em] text-muted uppercase">{label}</h3>
        <span className="text-label text-muted">{formatCount(text.length)} characters</span>
        <span className="ml-auto flex items-center">
          {json !== null && (
            <button
              type="button"
              aria-pressed={!isTree}
              onClick={() => setIsTree(!isTree)}
              className="h-6 rounded-chip px-2 text-label font-medium text-muted hover:bg-ink/6 hover:text-ink aria-pressed:bg-ink/10 aria-pressed:text-ink"
            >
              Text
            </button>
          )}
          <CopyButton isIcon label={`Copy ${label.toLowerCase()}`} text={text} className="size-6" />
        </span>
      </div>
      {json !== null && isTree ? <JsonTree label={label} root={json} /> : <PlainText text={text} />}
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  if (text === '') return <p className="text-meta text-muted">empty</p>;
  const shown = text.slice(0, SHOWN_TEXT_MAX_LENGTH);
  return (
    <>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[300px] overflow-auto rounded-box border border-line bg-paper px-2.5 py-1.5 font-mono text-meta break-words whitespace-pre-wrap"
      >
        {shown}
      </pre>
      {shown.length < text.length && (
        <p className="text-meta text-muted">
          The first {formatCount(shown.length)} of {formatCount(text.length)} characters; copy has them all.
        </p>
      )}
    </>
  );
}
