import { describe, expect, it } from 'vitest';
import { aPackageItem } from '../test-state/package-builders.js';
import { RECEIPT_LINES_SHOWN } from './limits.js';
import { notedItems, receiptItems, receiptText } from './receipt-lines.js';

const loaded = aPackageItem({ name: 'a' });
const remarked = aPackageItem({
  name: 'b',
  path: 'skills/b/SKILL.md',
  outcome: 'loaded-with-diagnostics',
  diagnostics: [{ path: 'skills/b/SKILL.md', line: 3, reason: 'It has no description.' }],
});
const skipped = aPackageItem({
  kind: 'hook',
  name: 'c',
  path: 'hooks/hooks.json',
  outcome: 'skipped',
  diagnostics: [{ path: 'hooks/hooks.json', line: null, reason: 'Hooks are not read.' }],
});

describe('a receipt', () => {
  it('begins with what was skipped and what has remarks', () => {
    const items = receiptItems([loaded, remarked, skipped], undefined);
    expect(items.map((item) => item.name)).toEqual(['c', 'b', 'a']);
  });

  it('keeps to one outcome', () => {
    expect(receiptItems([loaded, remarked, skipped], 'loaded-with-diagnostics')).toEqual([remarked]);
    expect(receiptItems([loaded], 'skipped')).toEqual([]);
  });

  it('is summed up by what wants a look, up to a bound, with how many there are', () => {
    const many = (count: number) => [loaded, ...Array.from({ length: count }, () => remarked)];
    expect(notedItems([loaded, remarked, skipped])).toEqual({ shown: [skipped, remarked], count: 2 });
    expect(notedItems(many(RECEIPT_LINES_SHOWN)).shown).toHaveLength(RECEIPT_LINES_SHOWN);
    const { shown, count } = notedItems(many(RECEIPT_LINES_SHOWN + 1));
    expect([shown.length, count]).toEqual([RECEIPT_LINES_SHOWN, RECEIPT_LINES_SHOWN + 1]);
  });

  it('is copied with every place and reason', () => {
    expect(receiptText('notes', '1.0.0', [loaded, remarked, skipped])).toBe(
      [
        'Receipt of notes 1.0.0',
        'skipped: hook c (hooks/hooks.json)',
        '  hooks/hooks.json: Hooks are not read.',
        'loaded-with-diagnostics: skill b (skills/b/SKILL.md)',
        '  skills/b/SKILL.md:3: It has no description.',
        'loaded: skill a (skills/take-notes/SKILL.md)',
        '',
      ].join('\n'),
    );
  });
});
