// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { describe, expect, it } from 'vitest';
import { expandVariables, requiredVariables } from './variables.js';

const unset = (name: string) => `<${name}>`;
const expand = (text: string) => expandVariables(text, { SET: '/s', EMPTY: '', TRICK: '${SET}' }, unset);

describe('variables', () => {
  it.each([
    ['a${SET}b${SET}', 'a/sb/s'],
    ['${EMPTY}|${EMPTY:-e}|${SET:-e}|${NONE:-}', '|e|/s|'],
    ['${NONE}${TRICK}', '<NONE>${SET}'],
    ['${NONE:-a$b{c}d}', 'a$b{cd}'],
    ['${NONE:-${SET}}', '${SET}'],
    ['$SET ${9} ${} ${SET ${SET:-never closed', '$SET ${9} ${} ${SET ${SET:-never closed'],
    ['${SET} ${NONE:-never closed', '/s ${NONE:-never closed'],
    ['$${SET}', '$/s'],
  ])('in %s become %s', (text, expanded) => {
    expect(expand(text)).toBe(expanded);
  });

  it('are needed where they have no default, each once', () => {
    expect(requiredVariables('${B}${A}${B}${C:-c}${D:-${E}}${F')).toEqual(['B', 'A']);
  });

  it('take a time that grows with the text alone, however many of them are never closed', () => {
    const text = `${'${SET}'}${'${A:-'.repeat(100_000)}`;
    expect(expand(text)).toBe(text.replace('${SET}', '/s'));
    expect(requiredVariables(text)).toEqual(['SET']);
  });
});
