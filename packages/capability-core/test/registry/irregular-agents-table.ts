import type { AgentDefinition } from '../../src/index.js';
import type { PackageItem } from '../../src/registry/index.js';

/** What becomes of one file of the fixture `irregular-agents`. */
export interface IrregularAgent {
  readonly path: string;
  readonly outcome: PackageItem['outcome'];
  /** `line: reason` of each diagnostic, in the order in which they are shown. */
  readonly notes?: readonly string[];
  /** The agent, but for its steps where they are those that an agent has by itself. */
  readonly agent?: AgentDefinition;
}

const NO_DESCRIPTION = 'An agent needs a description.';
const TWIN = 'Its name is also that of another agent: agents/twin-one.md, agents/twin-two.md.';
const leftOut = (field: string) => `${field} is left out: an agent of a package cannot bring it.`;

export const IRREGULAR_AGENTS: readonly IrregularAgent[] = [
  {
    path: 'agents/README.md',
    outcome: 'skipped',
    notes: ['1: There is no front matter between two lines of ---.', `1: ${NO_DESCRIPTION}`],
  },
  {
    path: 'agents/all-in-list.md',
    outcome: 'loaded',
    agent: { name: 'crew:all-in-list', description: 'May use all.' },
  },
  {
    path: 'agents/all-tools.md',
    outcome: 'loaded',
    agent: {
      name: 'crew:all-tools',
      description: 'May use all.',
      permissions: [{ decision: 'deny', rule: 'Write' }],
    },
  },
  {
    path: 'agents/broken.yml',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '2: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '2: These fields were read as plain text: description.',
    ],
    agent: { name: 'crew:broken', description: 'Use when: asked' },
  },
  {
    path: 'agents/colon.md',
    outcome: 'skipped',
    notes: ['2: The name "a:b" cannot be used: it must not hold a colon.'],
  },
  {
    path: 'agents/deep/nested.md',
    outcome: 'skipped',
    notes: ['Agents are read from the folder itself, and not from folders in it.'],
  },
  {
    path: 'agents/examples.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '3: These fields were read as plain text: description.',
    ],
    agent: {
      name: 'crew:examples',
      description: 'Use it so: <example>user: hi</example>\\n\\nOften.',
      permissions: [
        { decision: 'allow', rule: 'Read' },
        { decision: 'allow', rule: 'Grep' },
      ],
      prompt: 'You answer.',
      confirmationInheritance: 'deny_on_ask',
    },
  },
  {
    path: 'agents/hidden.md',
    outcome: 'loaded',
    agent: { name: 'crew:hidden', description: 'Says what only files of a host may say.' },
  },
  {
    path: 'agents/nameless.md',
    outcome: 'loaded-with-diagnostics',
    notes: ["1: There is no usable name; the file's, nameless, is used."],
    agent: { name: 'crew:nameless', description: 'Has no name.', prompt: 'You look.' },
  },
  {
    path: 'agents/no-tools.md',
    outcome: 'loaded',
    agent: {
      name: 'crew:no-tools',
      description: 'May use none.',
      permissions: [],
      model: { model: 'sonnet' },
      confirmationInheritance: 'deny_on_ask',
    },
  },
  {
    path: 'agents/numbered.yaml',
    outcome: 'loaded',
    agent: { name: 'crew:3000', description: 'Is nothing but YAML.', prompt: 'You count.', maxSteps: 7 },
  },
  {
    path: 'agents/other-name.md',
    outcome: 'loaded',
    agent: { name: 'crew:My Helper', description: 'Is called something else.' },
  },
  {
    path: 'agents/plain.md',
    outcome: 'loaded',
    agent: {
      name: 'crew:plain',
      description: 'Looks.',
      permissions: [
        { decision: 'allow', rule: 'Read' },
        { decision: 'allow', rule: 'Bash(git log:*)' },
      ],
      prompt: 'You look.',
      confirmationInheritance: 'deny_on_ask',
    },
  },
  {
    path: 'agents/rule.md',
    outcome: 'skipped',
    notes: [
      'It cannot be an agent: The permission rule "Read it" cannot be read; write a tool name, or name(pattern).',
    ],
  },
  {
    path: 'agents/spelling-broken.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '3: These fields were read as plain text: description.',
    ],
    agent: {
      name: 'crew:spelling-broken',
      description: 'Spells: otherwise: too.',
      permissions: [{ decision: 'deny', rule: 'Write' }],
    },
  },
  {
    path: 'agents/spelling-twice.md',
    outcome: 'skipped',
    notes: ['5: disallowedTools is there in two spellings.'],
  },
  {
    path: 'agents/spelling.md',
    outcome: 'loaded',
    agent: {
      name: 'crew:spelling',
      description: 'Spells otherwise.',
      permissions: [{ decision: 'deny', rule: 'Write' }],
      maxSteps: 3,
    },
  },
  {
    path: 'agents/too-much.md',
    outcome: 'loaded-with-diagnostics',
    notes: [`4: ${leftOut('permissionMode')}`, `5: ${leftOut('mcpServers')}`, `6: ${leftOut('hooks')}`],
    agent: { name: 'crew:too-much', description: 'Wants more.', prompt: 'You run.' },
  },
  {
    path: 'agents/tool-map.md',
    outcome: 'skipped',
    notes: ['4: tools is neither a text nor a list of texts.'],
  },
  { path: 'agents/turns.md', outcome: 'skipped', notes: ['4: maxTurns is no whole number above 0.'] },
  { path: 'agents/twin-one.md', outcome: 'skipped', notes: [TWIN] },
  { path: 'agents/twin-two.md', outcome: 'skipped', notes: [TWIN] },
  { path: 'agents/undescribed.md', outcome: 'skipped', notes: [`1: ${NO_DESCRIPTION}`] },
];
