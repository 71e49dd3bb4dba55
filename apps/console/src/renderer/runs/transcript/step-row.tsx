import { isOpen, type OpenSteps } from './open-steps.js';
import { SingleRow } from './single-row.js';
import { TextRow } from './text-row.js';
import { ToolRow } from './tool-row.js';
import type { TranscriptRow } from './transcript-rows.js';
import { TurnHead } from './turn-head.js';

export interface StepRowProps {
  readonly row: TranscriptRow;
  /** Beginning of the run, in epoch milliseconds. */
  readonly startedAt: number;
  /** True while the run goes on. */
  readonly isRunning: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One row of a transcript. */
export function StepRow({ row, startedAt, isRunning, isOpen: isRowOpen, onToggle }: StepRowProps) {
  switch (row.kind) {
    case 'turn':
      return <TurnHead turn={row} isRunning={isRunning} />;
    case 'text':
      return <TextRow step={row} startedAt={startedAt} isOpen={isRowOpen} onToggle={onToggle} />;
    case 'tool':
      return (
        <ToolRow
          step={row}
          startedAt={startedAt}
          isRunning={isRunning}
          isOpen={isRowOpen}
          onToggle={onToggle}
        />
      );
    case 'single':
      return <SingleRow step={row} startedAt={startedAt} isOpen={isRowOpen} onToggle={onToggle} />;
  }
}

const LINE_PX = 20;
const LINE_LENGTH = 110;
const PADDING_PX = 12;
const TOOL_OPEN_PX = 220;

/** Height of a row, in pixels, before it has been measured. */
export function rowHeightGuess(row: TranscriptRow | undefined, open: OpenSteps): number {
  switch (row?.kind) {
    case undefined:
    case 'turn':
      return 30;
    case 'tool':
      return isOpen(open, row.sequence) ? TOOL_OPEN_PX : 30;
    case 'text':
      return textHeight(row.text);
    case 'single':
      return 'text' in row.line ? textHeight(row.line.text) : 40;
  }
}

function textHeight(text: string): number {
  const lines = Math.min(12, text.split('\n', 12).length + Math.floor(text.length / LINE_LENGTH));
  return lines * LINE_PX + PADDING_PX;
}
