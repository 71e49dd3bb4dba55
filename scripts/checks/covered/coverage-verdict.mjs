// @ts-check
import { coverageShare, worstFiles } from './coverage-share.mjs';

/**
 * @typedef {import('./coverage-exceptions.mjs').CoverageException} CoverageException
 *
 * @typedef {object} LineCount
 * @property {number} total
 * @property {number} covered
 *
 * @typedef {object} MeasuredFile
 * @property {string} path from the repository's root
 * @property {LineCount} lines
 *
 * @typedef {object} CoverageVerdict
 * @property {string[]} figures a line for each part
 * @property {string[]} faults each part below its share, each exception that is not needed
 * @property {number} passed how many parts reach their share
 */

/**
 * Says which parts of the workspace are covered well enough: each package is a part, and so is each folder of the
 * console.
 *
 * @param {readonly MeasuredFile[]} files
 * @param {readonly CoverageException[]} exceptions
 * @param {readonly string[]} parts the folders that must have been measured, from the repository's root
 * @returns {CoverageVerdict}
 */
export function coverageVerdict(files, exceptions, parts) {
  const matchers = exceptions.map(({ files: glob }) => globPattern(glob));
  const counted = files.filter(({ path }) => !matchers.some((matcher) => matcher.test(path)));
  const measured = parts.map((part) => {
    const within = (/** @type {MeasuredFile} */ { path }) => path.startsWith(`${part}/`);
    return { part, seen: files.some(within), files: counted.filter(within) };
  });
  const good = measured.filter((each) => each.seen && share(each.files) >= coverageShare);
  return {
    figures: measured.map(({ part, files: own }) => `${shown(share(own))} % of the lines of ${part}`),
    faults: [
      ...measured.filter((each) => !good.includes(each)).map(shortfall),
      ...exceptions.flatMap(({ files: glob }) => needless(glob, files)),
      ...files.filter(({ path }) => !parts.some((part) => path.startsWith(`${part}/`))).map(unowned),
    ],
    passed: good.length,
  };
}

/** @param {{ part: string, seen: boolean, files: readonly MeasuredFile[] }} measured */
function shortfall({ part, seen, files }) {
  if (!seen) return `Nothing of ${part} was measured: the coverage settings in vitest.config.ts miss it.`;
  const worst = files
    .filter((file) => missed(file) > 0)
    .sort((left, right) => missed(right) - missed(left))
    .slice(0, worstFiles)
    .map((file) => `  ${missed(file)} of ${file.lines.total} lines of ${file.path}`);
  return [
    `Tests run ${shown(share(files))} % of the lines of ${part}, less than ${coverageShare} %. They miss most of all:`,
    ...worst,
  ].join('\n');
}

/**
 * @param {string} glob
 * @param {readonly MeasuredFile[]} files
 */
function needless(glob, files) {
  const matched = files.filter(({ path }) => globPattern(glob).test(path));
  if (matched.length === 0) return [`The exception for ${glob} matches no file: take it out.`];
  if (share(matched) < coverageShare) return [];
  return [`The exception for ${glob} is not needed, its files are covered: take it out.`];
}

/** @param {MeasuredFile} file */
function unowned({ path }) {
  return `${path} was measured, and belongs to no part.`;
}

/** @param {MeasuredFile} file */
function missed({ lines }) {
  return lines.total - lines.covered;
}

/** @param {readonly MeasuredFile[]} files */
function share(files) {
  const sum = (/** @type {'total' | 'covered'} */ count) =>
    files.reduce((total, { lines }) => total + lines[count], 0);
  return sum('total') === 0 ? 100 : (100 * sum('covered')) / sum('total');
}

/**
 * Cut and not rounded: what is shown as 95.0 reaches 95.
 *
 * @param {number} percent
 */
function shown(percent) {
  return (Math.floor(percent * 10) / 10).toFixed(1);
}

/** @param {string} glob */
function globPattern(glob) {
  const source = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}
