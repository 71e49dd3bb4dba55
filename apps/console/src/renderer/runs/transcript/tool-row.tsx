import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { JsonView } from '../../json-view/json-view.js';
import { formatDuration } from '../../shared/format/duration.js';
import { CopyButton } from '../../shared/ui/copy-button.js';
import { Elapsed } from '../../shared/ui/elapsed.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { ToolName } from '../../shared/ui/tool-name.js';
import { previewJson } from './preview-text.js';
import { TOOL_WORDS, toolState } from './step-outcome.js';
import { StepTime } from './step-time.js';
import type { ToolStep } from './transcript-steps.js';

/** A tool call in one line, which opens to its arguments and its result. */
export function ToolRow({
  step,
  startedAt,
  isRunning,
  isOpen,
  onToggle,
}: {
  readonly step: ToolStep;
  readonly startedAt: number;
  readonly isRunning: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { at, tool, result } = step;
  const state = toolState(step, isRunning);
  const asked = useMemo(() => previewJson(step.arguments ?? ''), [step.arguments]);
  const said = useMemo(() => previewJson(result?.text ?? ''), [result]);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex h-[29px] w-full items-center gap-3 px-3 text-left text-meta hover:bg-ink/4 focus-visible:-outline-offset-2"
      >
        <StepTime at={at} startedAt={startedAt} />
        <span className="flex w-[190px] shrink-0 items-center gap-1.5 @max-[900px]:w-[148px]">
          <Chevron aria-hidden size={13} className="-ml-0.5 shrink-0 text-muted" />
          <span className="flex min-w-0 font-medium">
            <ToolName tool={tool} />
          </span>
        </span>
        <span className="flex min-w-0 flex-1 items-center gap-2 font-mono text-label text-muted">
          {!isOpen && asked !== '' && (
            <span className={`truncate ${said === '' ? '' : 'max-w-1/2 shrink-0'}`}>{asked}</span>
          )}
          {!isOpen && said !== '' && (
            <span className={`truncate ${state === 'failed' ? 'text-bad' : 'text-ink'}`}>→ {said}</span>
          )}
        </span>
        <span className="w-[86px] shrink-0">
          <StateWord state={state}>{state === 'unknown' ? 'no result' : TOOL_WORDS[state]}</StateWord>
        </span>
        <span className="w-14 shrink-0 text-right text-muted">
          {result !== null && formatDuration(result.durationMs)}
          {state === 'executing' && <Elapsed since={at} />}
        </span>
      </button>
      {isOpen && <ToolDetails step={step} isRunning={isRunning} />}
    </div>
  );
}

function ToolDetails({ step, isRunning }: { step: ToolStep; isRunning: boolean }) {
  const { tool, callId, result } = step;
  const hasArguments = step.arguments !== null && step.arguments !== '{}';
  return (
    <div className="flex flex-col gap-2 bg-sunken/60 pt-1 pr-3 pb-3 pl-[82px]">
      <div className={`grid gap-x-4 gap-y-2 ${hasArguments ? '@min-[900px]:grid-cols-2' : ''}`}>
        {hasArguments && <JsonView label="Arguments" text={step.arguments ?? ''} />}
        {!hasArguments && (
          <p className="text-meta text-muted">
            {step.arguments === null
              ? 'The call itself is not in the transcript any more.'
              : 'Called without arguments.'}
          </p>
        )}
        {result === null ? (
          <p className="text-meta text-muted">
            {isRunning
              ? 'It has not answered yet.'
              : 'No result was recorded: the run ended before the tool answered.'}
          </p>
        ) : (
          <JsonView label={result.success ? 'Result' : 'Error'} text={result.text} />
        )}
      </div>
      <p className="flex items-center gap-1 text-label text-muted">
        <code className="min-w-0 truncate font-mono">{tool}</code>
        <span aria-hidden>·</span>
        <code className="min-w-0 truncate font-mono">{callId}</code>
        <CopyButton isIcon label="Copy call id" text={callId} className="-my-1 size-6" />
      </p>
    </div>
  );
}
