import { CopyButton } from './copy-button.js';
import { Fact } from './facts.js';

/** The whole id of what is selected, to be copied. */
export function IdFact({ id }: { id: string }) {
  return (
    <Fact name="id">
      <span className="flex items-start gap-1">
        <code className="min-w-0 font-mono text-meta wrap-anywhere">{id}</code>
        <CopyButton isIcon label="Copy id" text={id} className="-my-1 size-6" />
      </span>
    </Fact>
  );
}
