// @ts-check
import { ts } from './compiler.mjs';

/**
 * @param {string} text
 * @param {string} path whose ending says which syntax it is
 */
export function parse(text, path) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false);
}

/**
 * Calls `visit` with a node and with all that is in it.
 *
 * @param {import('typescript').Node} node
 * @param {(node: import('typescript').Node) => void} visit
 */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/**
 * @param {import('typescript').Node | undefined} node
 * @returns {string | null} null for a name that is computed
 */
export function nameOf(node) {
  if (node === undefined) return null;
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : null;
}

/**
 * The texts that a type or an expression can be, as far as they are written out in it.
 *
 * @param {import('typescript').Node} node
 * @returns {import('typescript').StringLiteralLike[]}
 */
export function literalTextsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isLiteralTypeNode(node)) return literalTextsOf(node.literal);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(literalTextsOf);
  if (ts.isConditionalExpression(node))
    return [...literalTextsOf(node.whenTrue), ...literalTextsOf(node.whenFalse)];
  return [];
}
