import { expect, it } from 'vitest';
import { rawText } from './raw-text.js';

it('writes what is gone with a minus, what is new with a plus, and says what is left out', () => {
  const line = (text: string) => ({ number: 1, text });
  expect(
    rawText([
      { kind: 'left-out', capabilities: 3 },
      { kind: 'same', left: line('{'), right: line('{') },
      { kind: 'removed', left: line('  "a"') },
      { kind: 'added', right: line('  "b"') },
    ]),
  ).toBe('@@ 3 the same @@\n {\n-  "a"\n+  "b"\n');
});
