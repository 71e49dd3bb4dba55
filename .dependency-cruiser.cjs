/**
 * Which way dependencies point, as data: between the packages, between the folders of each package, and between the
 * parts of the console. `npm test` checks it.
 */

/** Packages, each with those of ours that it may import. */
const packages = {
  'storage-kit': [],
  'agents-kit': [],
  'app-kit': ['storage-kit', 'agents-kit'],
  'capability-core': [],
};

/** Folders of each package in order: a folder imports only from those before it. */
const folders = {
  'packages/storage-kit/src': [
    'errors',
    'model',
    'contract',
    'transaction',
    'encoding',
    'memory',
    'sqlite',
    'files',
    'journal',
    'persistence',
    'browser',
    'sqlite-file',
    'shared',
    'postgres',
    'lance',
    'store',
    'command-line',
    'testing',
  ],
  'packages/agents-kit/src': ['errors', 'identity', 'agent', 'workspace', 'conversation', 'testing'],
  'packages/app-kit/src': [
    'errors',
    'definition',
    'journal',
    'claim',
    'workspace',
    'run',
    'engine',
    'app',
    'testing',
  ],
  'packages/capability-core/src': [
    'identity',
    'lifecycle',
    'model',
    'lease',
    'scope',
    'kinds',
    'catalog',
    'loop',
    'session',
    'registry',
    'mcp',
    'openai',
    'ai-sdk',
    'testing',
  ],
};

/** Parts of the console, each with the other parts that it may import. */
const consoleParts = {
  protocol: [],
  transport: ['protocol'],
  host: ['protocol', 'transport'],
  server: ['protocol', 'transport', 'host'],
  preload: ['protocol'],
  main: ['protocol', 'preload', 'host/polyfills'],
  renderer: ['protocol', 'transport'],
};

/** Tests may look at everything that is published for them. */
const notTests = '\\.test(-d)?\\.tsx?$';
const consoleSource = 'apps/console/src';

const packageRules = Object.entries(packages).map(([name, allowed]) => ({
  name: `package-${name}`,
  comment: `${name} may import of our packages: ${allowed.join(', ') || 'none'}`,
  severity: 'error',
  from: {
    path: `^packages/${name}/`,
    ...(name === 'capability-core' ? { pathNot: '^packages/capability-core/src/agent-backend/' } : {}),
  },
  to: { path: `^(packages|apps|e2e|bench)/`, pathNot: [name, ...allowed].map((own) => `^packages/${own}/`) },
}));

const agentBackendRule = {
  name: 'agent-backend',
  comment: 'The entry that makes agents of sessions knows the contracts of agents, and nothing more',
  severity: 'error',
  from: { path: '^packages/capability-core/src/agent-backend/' },
  to: { path: '^(packages|apps)/', pathNot: '^packages/(capability-core|agents-kit)/' },
};

const folderRules = Object.entries(folders).flatMap(([root, order]) =>
  order.map((folder, index) => ({
    name: `order-${root.split('/')[1]}-${folder}`,
    comment: `${folder} comes before ${order.slice(index + 1).join(', ') || 'none'}`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: notTests },
    to: { path: `^${root}/(${[...order.slice(index + 1), 'index\\.ts'].join('|')})` },
  })),
);

const unlistedFolders = Object.entries(folders).map(([root, order]) => ({
  name: `unlisted-${root.split('/')[1]}`,
  comment: 'A folder has a place in the order of its package',
  severity: 'error',
  from: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${[...order, 'agent-backend'].join('|')})/` },
  to: {},
}));

const consoleRules = Object.entries(consoleParts).map(([part, allowed]) => ({
  name: `console-${part}`,
  comment: `${part} may import of the console: ${allowed.join(', ') || 'none'}`,
  severity: 'error',
  from: { path: `^${consoleSource}/${part}/`, pathNot: notTests },
  to: {
    path: `^${consoleSource}/`,
    pathNot: [part, ...allowed].map((own) => `^${consoleSource}/${own}[/.]`),
  },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphan',
      comment: 'A file that nothing imports and that imports nothing is forgotten',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [notTests, '\\.d\\.ts$', '/index\\.ts$', '\\.config\\.ts$', '/renderer/public/'],
      },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'Electron brings its own module; which parts may use it is said below',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^electron$' },
    },
    ...packageRules,
    agentBackendRule,
    ...folderRules,
    ...unlistedFolders,
    ...consoleRules,
    {
      name: 'electron-in-main-and-preload-only',
      severity: 'error',
      from: { path: `^${consoleSource}/`, pathNot: `^${consoleSource}/(main|preload)/` },
      to: { path: '^electron$|/node_modules/electron/' },
    },
    {
      name: 'page-has-no-node',
      comment: 'The renderer and what it shares with the host run in a browser',
      severity: 'error',
      from: { path: `^${consoleSource}/(renderer|protocol)/`, pathNot: notTests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browser-entries-have-no-node',
      comment: 'Of capability-core, the entries for packages on disk and for MCP servers alone are for Node',
      severity: 'error',
      from: { path: '^packages/capability-core/src/', pathNot: [notTests, '/src/(registry|mcp)/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'preload-has-no-schemas',
      severity: 'error',
      from: { path: `^${consoleSource}/preload/` },
      to: { path: 'node_modules/', dependencyTypesNot: ['type-only'], pathNot: '/electron/' },
    },
    {
      name: 'page-has-types-of-ours-only',
      comment: 'Page and protocol know our packages by what the host sends, never by their code',
      severity: 'error',
      from: { path: `^${consoleSource}/(protocol|renderer)/`, pathNot: notTests },
      to: { path: '^packages/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '^e2e/results/|/(out|demo)/|/test/fixtures/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
    combinedDependencies: true,
  },
};
