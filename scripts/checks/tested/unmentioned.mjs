// @ts-check

/**
 * @typedef {import('./declared-names.mjs').DeclaredName & { path: string }} PlacedName
 * @typedef {import('./mention-exceptions.mjs').MentionException} MentionException
 *
 * @typedef {object} PackageNames
 * @property {string} folder of the package, from the repository's root
 * @property {readonly PlacedName[]} codes
 * @property {readonly PlacedName[]} limits
 * @property {import('./test-mentions.mjs').Mentions} mentions of its tests
 */

/**
 * Names each error code and each limit of a package that none of its tests mentions, and each exception that is not
 * needed.
 *
 * @param {readonly PackageNames[]} packages
 * @param {readonly MentionException[]} exceptions
 * @returns {string[]}
 */
export function unmentioned(packages, exceptions) {
  return [
    ...packages.flatMap(({ folder, codes, limits, mentions }) => {
      const excepted = namesIn(folder, exceptions);
      return [
        ...codes
          .filter(({ name }) => !mentions.texts.has(name) && !excepted.has(name))
          .map(({ name, path, line }) => `${path}:${line} no test of ${folder} raises '${name}'`),
        ...limits
          .filter(({ name }) => !mentions.names.has(name) && !excepted.has(name))
          .map(
            ({ name, path, line }) => `${path}:${line} no test of ${folder} tries ${name} from both sides`,
          ),
      ];
    }),
    ...exceptions.flatMap((exception) => needless(exception, packages)),
  ];
}

/**
 * @param {string} folder
 * @param {readonly MentionException[]} exceptions
 */
function namesIn(folder, exceptions) {
  return new Set(exceptions.filter((each) => each.folder === folder).map(({ name }) => name));
}

/**
 * @param {MentionException} exception
 * @param {readonly PackageNames[]} packages
 */
function needless({ folder, name, option }, packages) {
  const found = packages.find((each) => each.folder === folder);
  const isCode = found?.codes.some((code) => code.name === name) === true;
  if (found === undefined || (!isCode && !found.limits.some((limit) => limit.name === name)))
    return [`${folder} declares no ${name}: take the exception for it out`];
  const { texts, names } = found.mentions;
  if (isCode ? texts.has(name) : names.has(name))
    return [`Tests of ${folder} mention ${name}: take the exception for it out`];
  if (option !== undefined && !names.has(option))
    return [`No test of ${folder} sets ${option}, by which ${name} is said to be tried`];
  return [];
}
