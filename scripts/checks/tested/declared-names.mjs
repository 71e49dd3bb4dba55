// @ts-check
import { ts } from './compiler.mjs';
import { literalTextsOf, nameOf, parse, walk } from './syntax.mjs';

/**
 * A name that tests must mention.
 *
 * @typedef {object} DeclaredName
 * @property {string} name
 * @property {number} line
 */

/**
 * The codes of the errors that a file declares: the literals of a type named `…Code`, those of each property `code` of
 * a type, and the code of each report that is written out where it is made.
 *
 * @param {string} text
 * @param {string} path
 * @returns {DeclaredName[]}
 */
export function errorCodes(text, path) {
  const source = parse(text, path);
  /** @type {DeclaredName[]} */
  const found = [];
  walk(source, (node) => {
    for (const literal of codesOf(node)) found.push(declared(literal.text, literal, source));
  });
  return found;
}

/**
 * The limits that a file declares: its exported constants; of one that holds several, each of its properties.
 *
 * @param {string} text
 * @param {string} path
 * @returns {DeclaredName[]}
 */
export function limitNames(text, path) {
  const source = parse(text, path);
  return source.statements
    .filter(ts.isVariableStatement)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name, initializer }) => {
      const fields = initializer === undefined ? null : objectOf(initializer);
      const named = fields === null ? [name] : fields.properties.flatMap((field) => field.name ?? []);
      return named.map((each) => declared(each.getText(source), each, source));
    });
}

/**
 * @param {import('typescript').Node} node
 * @returns {import('typescript').StringLiteralLike[]}
 */
function codesOf(node) {
  if (ts.isTypeAliasDeclaration(node) && node.name.text.endsWith('Code')) return literalTextsOf(node.type);
  if (ts.isPropertySignature(node) && nameOf(node.name) === 'code' && node.type !== undefined)
    return literalTextsOf(node.type);
  if (ts.isObjectLiteralExpression(node) && isReport(node)) {
    const code = node.properties.find((field) => nameOf(field.name) === 'code');
    return code !== undefined && ts.isPropertyAssignment(code) ? literalTextsOf(code.initializer) : [];
  }
  return [];
}

/**
 * What is shown to a person has both an action and causes.
 *
 * @param {import('typescript').ObjectLiteralExpression} node
 */
function isReport(node) {
  const names = node.properties.map((field) => nameOf(field.name));
  return names.includes('action') && names.includes('causes');
}

/**
 * @param {import('typescript').Expression} expression an object, or a call that freezes one
 * @returns {import('typescript').ObjectLiteralExpression | null}
 */
function objectOf(expression) {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  const [first] = ts.isCallExpression(expression) ? expression.arguments : [];
  return first === undefined ? null : objectOf(first);
}

/**
 * @param {string} name
 * @param {import('typescript').Node} node
 * @param {import('typescript').SourceFile} source
 * @returns {DeclaredName}
 */
function declared(name, node, source) {
  return { name, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 };
}
