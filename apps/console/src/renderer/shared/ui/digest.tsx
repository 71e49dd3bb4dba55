import { shortDigest } from '../format/digest.js';
import { CopyButton } from './copy-button.js';

/** The head of a digest in monospace; the whole is its tooltip, and what the button copies. */
export function Digest({ digest, hasCopy = false }: { digest: string; hasCopy?: boolean }) {
  return (
    <span className="group relative inline-flex align-top items-center gap-0.5">
      <code title={digest} data-digest={digest} className="font-mono text-meta text-muted">
        {shortDigest(digest)}
      </code>
      {hasCopy && <CopyButton isIcon label="Copy digest" text={digest} className="-my-1 size-6" />}
    </span>
  );
}
