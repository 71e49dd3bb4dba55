import { LongText } from './long-text.js';
import { StepTimeLink } from './step-time.js';
import type { TextStep } from './transcript-steps.js';

/** What the model said. */
export function TextRow({
  step,
  startedAt,
  isOpen,
  onToggle,
}: {
  readonly step: TextStep;
  readonly startedAt: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <div className="flex gap-3 border-b border-line px-3 py-1.5">
      <StepTimeLink at={step.at} startedAt={startedAt} sequence={step.sequence} />
      <div className="min-w-0 flex-1">
        <LongText text={step.text} isOpen={isOpen} onToggle={onToggle} />
      </div>
    </div>
  );
}
