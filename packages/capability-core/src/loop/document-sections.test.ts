import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '../identity/text-rules.js';
import { sectionsOf } from './document-sections.js';
import { KNOWLEDGE_HEADING_BYTES_MAX, KNOWLEDGE_SECTION_BYTES_MAX } from './limits.js';

/** Headings, lines and text of each section. */
function sections(text: string, path = 'a.md') {
  return sectionsOf({ path, text }).map(
    ({ headings, firstLine, lastLine, text: part }) =>
      [headings.join('>'), firstLine, lastLine, part] as const,
  );
}

describe('the sections of a document', () => {
  it('begin with its headings, and stand under those above them', () => {
    const text =
      '\nBefore.\n# Install #\nRun it.\n## On Linux\nUse a shell.\n## On Windows\nSo too.\n# Use\nEnjoy.';
    expect(sections(text)).toEqual([
      ['', 1, 2, '\nBefore.'],
      ['Install', 3, 4, '# Install #\nRun it.'],
      ['Install>On Linux', 5, 6, '## On Linux\nUse a shell.'],
      ['Install>On Windows', 7, 8, '## On Windows\nSo too.'],
      ['Use', 9, 10, '# Use\nEnjoy.'],
    ]);
  });

  it('end a deeper heading where a higher one begins, and skip levels', () => {
    expect(sections('### Deep\n# Top\n#### Low\n##\nx').map(([headings]) => headings)).toEqual([
      'Deep',
      'Top',
      'Top>Low',
      'Top',
    ]);
  });

  it('take no line of code for a heading', () => {
    const text =
      '# A\n```sh\n# comment\n~~~\n```\n~~~~ js\n# more\n~~~\n# and more\n~~~~~\n# B\n``` not a `fence`\n# C';
    expect(sections(text).map(([headings]) => headings)).toEqual(['A', 'B', 'C']);
  });

  it('keep as much of a heading as their bound says, however it is written', () => {
    const title = 'x'.repeat(KNOWLEDGE_HEADING_BYTES_MAX);
    expect(sections(`#\t${title}  ##  \n## ${title}x\n`).map(([headings]) => headings)).toEqual([
      title,
      `${title}>${'x'.repeat(KNOWLEDGE_HEADING_BYTES_MAX - 3)}…`,
    ]);
    const [blank, hashes] = [' '.repeat(300_000), ' #'.repeat(150_000)];
    expect(sections(`#${blank}a${hashes}b`)[0]?.[0]).toMatch(/^a # #/u);
    expect(sections('# a#\n## #\n### C # #').map(([headings]) => headings)).toEqual(['a#', 'a#', 'a#>C #']);
  });

  it('take no heading for one in plain text, nor a hash without a space', () => {
    expect(sections('# A\nb', 'a.txt')).toEqual([['', 1, 2, '# A\nb']]);
    expect(sections('#A\n####### b\n    # c')).toEqual([['', 1, 3, '#A\n####### b\n    # c']]);
  });

  it('leave out what holds no text, and know the line ends of all systems', () => {
    expect(sections('')).toEqual([]);
    expect(sections(' \n\t\n')).toEqual([]);
    expect(sections('a\r\nb\rc\nd')).toEqual([['', 1, 4, 'a\nb\nc\nd']]);
  });

  it('are as long as their bound, and several beyond it', () => {
    const [line, rest] = [
      'x'.repeat(KNOWLEDGE_SECTION_BYTES_MAX / 2),
      'y'.repeat(KNOWLEDGE_SECTION_BYTES_MAX / 2 - 1),
    ];
    expect(sections(`${line}\n${rest}`)).toEqual([['', 1, 2, `${line}\n${rest}`]]);
    expect(sections(`# H\n\n${line}\n${rest}z\nend`)).toEqual([
      ['H', 1, 3, `# H\n\n${line}`],
      ['H', 4, 5, `${rest}z\nend`],
    ]);
  });

  it('cut a line that none could hold between two characters', () => {
    const line = '😀'.repeat(KNOWLEDGE_SECTION_BYTES_MAX / 4);
    expect(sections(`a\n${line}b\nc`)).toEqual([
      ['', 1, 1, 'a'],
      ['', 2, 2, line],
      ['', 2, 3, 'b\nc'],
    ]);
  });

  it('hold every word of the text, in order and within the bound', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('# A', '## B', '```', '~~~', 'word '.repeat(600), '漢'.repeat(1_500)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const found = sectionsOf({ path: 'a.md', text: lines.join('\n') });
        const bare = (text: string): string => text.replaceAll(/\s/gu, '');
        expect(bare(found.map(({ text }) => text).join(''))).toBe(bare(lines.join('')));
        expect(found.every(({ text }) => utf8Length(text) <= KNOWLEDGE_SECTION_BYTES_MAX)).toBe(true);
        expect(found.every(({ firstLine, lastLine }) => firstLine <= lastLine)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
