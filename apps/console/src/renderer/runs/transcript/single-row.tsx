import { Scissors } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateWord } from '../../shared/ui/state-word.js';
import { LongText } from './long-text.js';
import { settledNote } from './scope-rows.js';
import { endState } from './step-outcome.js';
import { StepTimeLink } from './step-time.js';
import type { SingleStep } from './transcript-steps.js';

/** What was asked, how the run ended, what closing it settled, or what was not kept. */
export function SingleRow({
  step,
  startedAt,
  isOpen,
  onToggle,
}: {
  readonly step: SingleStep;
  readonly startedAt: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { at, sequence } = step;
  return (
    <div className="flex gap-3 border-b border-line px-3 py-1.5">
      <StepTimeLink at={at} startedAt={startedAt} sequence={sequence} />
      <div className="min-w-0 flex-1">
        <Single step={step} isOpen={isOpen} onToggle={onToggle} />
      </div>
    </div>
  );
}

function Single({
  step: { line, isRepeated },
  isOpen,
  onToggle,
}: {
  readonly step: SingleStep;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  switch (line.type) {
    case 'prompt':
      return (
        <Titled title="Prompt">
          <LongText text={line.text} isOpen={isOpen} onToggle={onToggle} />
        </Titled>
      );
    case 'end':
      return (
        <Titled title="End" state={<StateWord state={endState(line.status)} />}>
          {line.text !== '' && !isRepeated && (
            <LongText text={line.text} isOpen={isOpen} onToggle={onToggle} />
          )}
        </Titled>
      );
    case 'cut':
      return (
        <p className="flex items-center gap-2 text-wait">
          <Scissors aria-hidden size={14} className="shrink-0" />
          {line.text}
        </p>
      );
    case 'close-report':
      return <CloseReport line={line} />;
  }
}

function CloseReport({ line }: { line: Extract<SingleStep['line'], { type: 'close-report' }> }) {
  const { clean, failures } = line;
  return (
    <Titled
      title="Close report"
      state={
        <>
          <StateWord state={clean ? 'done' : 'failed'}>{clean ? 'clean' : 'with failures'}</StateWord>
          <span className="text-muted">{settledNote(line)} settled</span>
        </>
      }
    >
      {failures.length > 0 && (
        <ul aria-label="What failed" className="flex flex-col gap-1 pt-1">
          {failures.map((failure, index) => (
            <li key={index} className="flex flex-wrap items-baseline gap-x-2">
              <StateWord state="failed">{failure.outcome}</StateWord>
              <span className="font-medium wrap-anywhere">{failure.name}</span>
              <code className="font-mono text-meta text-bad">{failure.code}</code>
              <span className="min-w-0 break-words text-muted">{failure.message}</span>
            </li>
          ))}
        </ul>
      )}
    </Titled>
  );
}

function Titled({ title, state, children }: { title: string; state?: ReactNode; children: ReactNode }) {
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-x-3 text-meta font-strong">
        {title}
        <span className="flex items-center gap-3 font-text">{state}</span>
      </h2>
      {children}
    </>
  );
}
