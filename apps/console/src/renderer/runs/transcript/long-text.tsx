import { formatCount } from '../../shared/format/quantity.js';
import { isLongText } from './preview-text.js';

/** A text as it was written, never as anything but text; a long one is cut until somebody opens it. */
export function LongText({
  text,
  isOpen,
  onToggle,
}: {
  readonly text: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const isLong = isLongText(text);
  return (
    <>
      <p
        className={`max-w-[96ch] break-words whitespace-pre-wrap ${isLong && !isOpen ? 'line-clamp-12' : ''}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="mt-0.5 rounded-chip text-meta font-medium text-muted hover:text-ink hover:underline"
        >
          {isOpen ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </>
  );
}
