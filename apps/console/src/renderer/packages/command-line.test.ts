import { describe, expect, it } from 'vitest';
import { commandLine, comparedVariables, comparedWords, isChanged } from './command-line.js';

const changed = (command: readonly string[], other: readonly string[]): readonly string[] =>
  comparedWords(command, other)
    .filter((item) => !item.isSame)
    .map((item) => item.word);

describe('a command line that a person is asked about', () => {
  it('stands as it would be typed, with its variables', () => {
    const command = [`\${NODE}`, './server.js', '--port=80', 'stdio'];
    expect(commandLine(command)).toBe(command.join(' '));
  });

  it('shows where an argument begins and ends', () => {
    expect(commandLine(['sh', '-c', 'rm -rf $HOME; echo "gone"', '', "it's"])).toBe(
      String.raw`sh -c 'rm -rf $HOME; echo "gone"' '' 'it'\''s'`,
    );
  });

  it('hides nothing in characters that cannot be seen or that turn the text around', () => {
    expect(commandLine(['node', 'a\u202etxt.js', 'b\nc', 'd\u200be'])).toBe(
      String.raw`node 'a\u{202e}txt.js' 'b\u{a}c' 'd\u{200b}e'`,
    );
  });

  it('marks what another version’s command line does not have', () => {
    const before = ['node', 'server.js', 'stdio'];
    const after = ['node', '--inspect', 'server.js', 'stdio'];
    expect(changed(after, before)).toEqual(['--inspect']);
    expect(changed(before, after)).toEqual([]);
    expect(changed(['deno', 'server.js', 'stdio'], before)).toEqual(['deno']);
    expect(changed(before, before)).toEqual([]);
    expect(changed(['a', 'a', 'a'], ['a', 'a'])).toEqual(['a']);
  });
});

describe('the environment that a person is asked about', () => {
  it('marks variables that are new or have another value, wherever they stand', () => {
    const before = { REGION: 'north', RATE: '5' };
    const after = { RATE: '20', NODE_OPTIONS: '--require ./x.js', REGION: 'north' };
    expect(comparedVariables(after, before)).toEqual([
      { word: 'RATE=20', isSame: false },
      { word: "NODE_OPTIONS='--require ./x.js'", isSame: false },
      { word: 'REGION=north', isSame: true },
    ]);
    expect(isChanged(comparedVariables(before, after), comparedVariables(after, before))).toBe(true);
    const moved = { RATE: '5', REGION: 'north' };
    expect(isChanged(comparedVariables(moved, before), comparedVariables(before, moved))).toBe(false);
    const less = { RATE: '5' };
    expect(isChanged(comparedVariables(less, before), comparedVariables(before, less))).toBe(true);
  });
});
