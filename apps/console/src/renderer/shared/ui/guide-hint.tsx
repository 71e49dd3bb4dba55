import { BookOpen } from 'lucide-react';
import { CopyButton } from './copy-button.js';

/** Where the guide lies in the repository: a page may open nothing beyond its own files. */
const GUIDE = 'docs/tutorial.md';

/** Where the guide tells of something: its file, and the heading there. */
export function GuideHint({ heading }: { heading: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 text-meta text-muted">
      <BookOpen aria-hidden size={13} className="shrink-0" />
      <span className="min-w-0 truncate">
        Guide: <code className="font-mono">{GUIDE}</code>, “{heading}”
      </span>
      <CopyButton isIcon label="Copy the path of the guide" text={GUIDE} className="-my-1 size-6" />
    </span>
  );
}
