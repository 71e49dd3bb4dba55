// @ts-check
import { ts } from './compiler.mjs';
import { parse, walk } from './syntax.mjs';

/**
 * What tests mention, comments aside.
 *
 * @typedef {object} Mentions
 * @property {ReadonlySet<string>} texts that are written out, alone or in brackets, as terminals show codes
 * @property {ReadonlySet<string>} names of variables, functions and properties
 */

/**
 * Says which texts and names tests mention. A file is read as a program only if the letters of one that was not found
 * yet are in it, which spares most of them.
 *
 * @param {readonly { text: string, path: string }[]} files
 * @param {Mentions} wanted
 * @returns {Mentions}
 */
export function testMentions(files, wanted) {
  const texts = new Set(wanted.texts);
  const names = new Set(wanted.names);
  for (const { text, path } of files) {
    if (![...texts, ...names].some((each) => text.includes(each))) continue;
    walk(parse(text, path), (node) => {
      if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node)) {
        for (const found of textsIn(node.text)) texts.delete(found);
      } else if (ts.isIdentifier(node)) names.delete(node.text);
    });
  }
  return { texts: without(wanted.texts, texts), names: without(wanted.names, names) };
}

/**
 * A text itself, and what stands in its brackets, also where they are those of a regular expression.
 *
 * @param {string} text
 */
function textsIn(text) {
  return [text, ...[...text.matchAll(/\[([\w-]+)\\?\]/g)].map(([, inner = '']) => inner)];
}

/**
 * @param {ReadonlySet<string>} all
 * @param {ReadonlySet<string>} some
 */
function without(all, some) {
  return new Set([...all].filter((each) => !some.has(each)));
}
