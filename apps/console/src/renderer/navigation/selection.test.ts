import { describe, expect, it } from 'vitest';
import { formatSelection, parseSelection, type Selection } from './selection.js';

describe('selection in the address', () => {
  it.each<Selection>([
    { kind: 'run', id: 'run:with:colons' },
    { kind: 'generation', session: 'a:b c', generation: 7 },
    { kind: 'capability', session: 'demo', generation: 2, id: 'use:tool:everything/echo' },
    { kind: 'package', digest: 'sha256:f00d' },
    { kind: 'package-generation', generation: 3 },
    { kind: 'activity', sequence: 41 },
  ])('survives being written and read again: $kind', (selection) => {
    expect(parseSelection(formatSelection(selection))).toEqual(selection);
  });

  it.each([
    undefined,
    '',
    'run',
    'generation:demo',
    'generation:demo:two',
    'capability:demo:2',
    'other:1:2',
    'package',
    'package-generation:',
    'package-generation:-1',
    'package-generation:1:2',
    'activity',
    'activity:',
    'activity:1:2',
    'activity:-1',
    'activity:newest',
    'activity:-1',
    'generation:%E0%A4%A:1',
  ])('reads nothing out of %s', (text) => {
    expect(parseSelection(text)).toBeNull();
  });
});
