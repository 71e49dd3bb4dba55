import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptLine } from '../../../protocol/transcript.js';
import { aFinishedRun, aRun } from '../../test-state/builders.js';
import { transcriptLines } from '../../test-state/transcript-builders.js';
import { transcriptMarkdown } from './transcript-markdown.js';
import { transcriptParts } from './transcript-steps.js';

const markdown = (lines: readonly TranscriptLine[], run = aFinishedRun(), isRunning = false): string =>
  transcriptMarkdown({ session: 'demo', id: run.id, run, parts: transcriptParts(lines), isRunning });

describe('a transcript as Markdown', () => {
  it('names the run and what it used, and has every step in order', () => {
    const text = markdown(transcriptLines());
    const places = [
      '# Run r-41c9',
      '- session: demo',
      '- generation: 1 (sha256:',
      '## Prompt',
      '## Turn 1: 1.2 s, 412 tokens in, 38 out',
      '> I say it with the tool.',
      '### `mcp__everything__echo`: done, 12 ms',
      '```json\n{"message":"hello"}\n```',
      '```text\nEcho: hello\n```',
      '## End: completed',
      '## Close report: clean',
    ].map((part) => text.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('tells a call that runs from one whose result was not recorded', () => {
    const lines = transcriptLines().slice(0, 3);
    expect(markdown(lines, aRun(), true)).toContain('`mcp__everything__echo`: running');
    expect(markdown(lines)).toContain('`mcp__everything__echo`: no result recorded');
  });

  it('names what closing left', () => {
    const text = markdown([
      {
        sequence: 1,
        at: 1,
        type: 'close-report',
        clean: false,
        tasks: 2,
        effects: 1,
        leases: 1,
        failures: [{ name: 'notebook', outcome: 'failed', code: 'group-not-ended', message: 'still there' }],
      },
    ]);
    expect(text).toContain('## Close report: with failures\n\n2 tasks, 1 effect, 1 lease settled');
    expect(text).toContain('notebook: failed\n[group-not-ended] still there');
  });

  it('lets nothing that a tool says out of its fence', () => {
    const text = fc.array(fc.constantFrom('`', '```', '~~~', '\n', '# head', 'x', '<b>'), { maxLength: 20 });
    fc.assert(
      fc.property(text, (parts) => {
        const said = parts.join('');
        const lines = markdown([
          {
            sequence: 1,
            at: 1,
            type: 'tool-result',
            turn: 1,
            callId: 'a',
            tool: 'echo',
            success: true,
            text: said,
            durationMs: 1,
          },
        ]).split('\n');
        const from = lines.findIndex((line) => line.endsWith('`text'));
        const fence = lines[from]?.slice(0, -'text'.length) ?? '';
        const length = lines.slice(from + 1).findIndex((line) => line.startsWith(fence));
        expect(lines.slice(from + 1, from + 1 + length).join('\n')).toBe(said);
        expect(lines.slice(from + length + 2).join('')).toBe('');
      }),
    );
  });
});
