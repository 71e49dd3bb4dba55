import type { Run } from '../../../protocol/run.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatPlural } from '../../shared/format/quantity.js';
import { TOOL_WORDS, toolState } from './step-outcome.js';
import type { SingleStep, TextStep, ToolStep, TranscriptPart, Turn } from './transcript-steps.js';

export interface MarkdownSource {
  readonly session: string;
  readonly id: string;
  /** Undefined when the run is older than what is in view. */
  readonly run: Run | undefined;
  readonly parts: readonly TranscriptPart[];
  readonly isRunning: boolean;
}

/** A whole transcript as Markdown, to be pasted into a report: what tools and models said stays within its fences. */
export function transcriptMarkdown({ session, id, run, parts, isRunning }: MarkdownSource): string {
  const blocks = [`# Run ${id}`, facts(session, run)];
  for (const part of parts) {
    blocks.push(...(part.kind === 'turn' ? turnBlocks(part, isRunning) : singleBlocks(part)));
  }
  return `${blocks.join('\n\n')}\n`;
}

function facts(session: string, run: Run | undefined): string {
  if (run === undefined) return `- session: ${session}`;
  const { generation, digest, useGeneration, admittedAt, endedAt, tokens, rehearsal } = run;
  return [
    `- session: ${session}`,
    `- status: ${run.waitingFor === null ? run.status : `waiting at ${run.waitingFor}`}`,
    generation !== null && `- generation: ${generation}${digest === null ? '' : ` (${digest})`}`,
    useGeneration !== null && `- package generation: ${useGeneration}`,
    `- admitted: ${new Date(admittedAt).toISOString()}`,
    endedAt !== null &&
      `- ended: ${new Date(endedAt).toISOString()}, after ${formatDuration(endedAt - admittedAt)}`,
    `- tokens: ${tokens.prompt} in, ${tokens.completion} out`,
    rehearsal !== null && `- rehearsal: ${rehearsal}`,
  ]
    .filter((line) => line !== false)
    .join('\n');
}

function turnBlocks({ turn, steps, end }: Turn, isRunning: boolean): readonly string[] {
  const totals =
    end === null
      ? ''
      : `: ${formatDuration(end.durationMs)}, ${end.tokens.prompt} tokens in, ${end.tokens.completion} out`;
  return [
    `## Turn ${turn}${totals}`,
    ...steps.flatMap((step) => (step.kind === 'text' ? [quoted(step)] : toolBlocks(step, isRunning))),
  ];
}

function toolBlocks(step: ToolStep, isRunning: boolean): readonly string[] {
  const { tool, result } = step;
  const took = result === null ? '' : `, ${formatDuration(result.durationMs)}`;
  return [
    `### \`${tool.replaceAll('`', '')}\`: ${TOOL_WORDS[toolState(step, isRunning)]}${took}`,
    ...(step.arguments === null ? [] : ['Arguments:', fenced(step.arguments, 'json')]),
    ...(result === null ? [] : ['Result:', fenced(result.text, 'text')]),
  ];
}

function singleBlocks({ line, isRepeated }: SingleStep): readonly string[] {
  switch (line.type) {
    case 'prompt':
      return ['## Prompt', fenced(line.text, 'text')];
    case 'end':
      return [
        `## End: ${line.status}`,
        ...(line.text === '' || isRepeated ? [] : [fenced(line.text, 'text')]),
      ];
    case 'cut':
      return [`*${line.text.replaceAll('*', '')}*`];
    case 'close-report':
      return [
        `## Close report: ${line.clean ? 'clean' : 'with failures'}`,
        `${formatPlural(line.tasks, 'task')}, ${formatPlural(line.effects, 'effect')}, ${formatPlural(line.leases, 'lease')} settled`,
        ...line.failures.map(({ name, outcome, code, message }) =>
          fenced(`${name}: ${outcome}\n[${code}] ${message}`, 'text'),
        ),
      ];
  }
}

function quoted({ text }: TextStep): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** A fence longer than any that the text has, so that nothing in it can end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}
