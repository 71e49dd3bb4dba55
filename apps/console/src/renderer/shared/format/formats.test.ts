import { describe, expect, it } from 'vitest';
import { shortDigest } from './digest.js';
import { formatAge, formatDuration } from './duration.js';
import { formatMoment } from './moment.js';
import { formatBytes, formatPlural, formatShown } from './quantity.js';
import { runName, shortId } from './run-name.js';
import { sentence } from './sentence.js';
import { toolParts } from './tool-name.js';

describe('formats', () => {
  it.each([
    [-5, '0 ms'],
    [412, '412 ms'],
    [1_949, '1.9 s'],
    [59_999, '59 s'],
    [29 * 60_000, '29 min'],
    [3 * 3_600_000 + 5 * 60_000, '3 h 05 min'],
    [(4 * 24 + 3) * 3_600_000, '4 d 3 h'],
  ])('writes a span of %d ms as %s', (span, text) => {
    expect(formatDuration(span)).toBe(text);
  });

  it('calls what is younger than a second now, and counts whole seconds after that', () => {
    expect([formatAge(1_000, 1_999), formatAge(1_000, 4_900)]).toEqual(['now', '3 s ago']);
  });

  it('names the date only when the moment was not today', () => {
    const noon = new Date(2026, 10, 30, 12, 0, 5).getTime();
    expect(formatMoment(noon, noon + 60_000)).toBe('12:00:05');
    expect(formatMoment(noon, noon + 86_400_000)).toBe('30 Nov 12:00:05');
  });

  it('shortens a digest to its head, without the name of the algorithm', () => {
    expect([shortDigest('sha256:0123456789abcdef'), shortDigest('short')]).toEqual(['01234567…', 'short']);
  });

  it('calls a run by the head of its generated id, and any other by its id as far as there is room', () => {
    expect(runName('run-3fdd3e8f-608b-49c4-bbff-10d9b03a75d4')).toBe('3fdd3e8f');
    expect([runName('r-1'), runName('nightly-cleanup')]).toEqual(['r-1', 'nightly-clea…']);
  });

  it('cuts the generated part of an id of any kind, and leaves other ids whole', () => {
    expect(shortId('batch-3fdd3e8f-608b-49c4-bbff-10d9b03a75d4')).toBe('batch-3fdd3e8f');
    expect(shortId('nightly-cleanup-of-everything')).toBe('nightly-cleanup-of-everything');
  });

  it('calls a tool of a server by both names, and any other by its own', () => {
    expect(toolParts('mcp__notebook__get-env')).toEqual({ server: 'notebook', name: 'get-env' });
    expect(toolParts('echo')).toEqual({ server: null, name: 'echo' });
    expect(toolParts('mcp__odd')).toEqual({ server: null, name: 'mcp__odd' });
  });

  it('ends a message with a full stop where it has none', () => {
    expect([sentence('It went away'), sentence('It did.')]).toEqual(['It went away.', 'It did.']);
  });

  it('says how many of how many are shown, and whether that is due to a filter', () => {
    expect(formatShown(12, 1_000, true)).toBe('12 of 1,000, filtered');
    expect(formatShown(3, 3, false)).toBe('3 of 3');
  });

  it('writes counts with the right noun and bytes in binary units', () => {
    expect([formatPlural(1, 'run'), formatPlural(2, 'batch', 'batches')]).toEqual(['1 run', '2 batches']);
    expect([formatBytes(900), formatBytes(5_300), formatBytes(2_500_000)]).toEqual([
      '900 B',
      '5.2 KiB',
      '2.4 MiB',
    ]);
  });
});
