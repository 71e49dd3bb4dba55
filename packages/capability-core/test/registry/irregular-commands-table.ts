import type { PackageItem } from '../../src/registry/index.js';

/** What becomes of one file of the fixture `irregular-commands`. */
export interface IrregularCommand {
  readonly path: string;
  readonly outcome: PackageItem['outcome'];
  /** `line: reason` of each diagnostic, in the order in which they are shown. */
  readonly notes?: readonly string[];
  /** How it shows in a session, where it is loaded. */
  readonly command?: { readonly name: string; readonly description: string; readonly usage?: string };
  /** What a model is asked when it is called with `a b`, where that is not `Answer.` and the arguments. */
  readonly prompt?: string;
}

const NOT_EXECUTED = 'A command line in the text is not executed; the model reads it as it is.';
const NO_TEXT_HINT = 'argument-hint is no text for YAML; it is taken as it is written.';
const ALLOWS_NOTHING = 'allowed-tools allows nothing here: that is for the policy of the session.';

export const IRREGULAR_COMMANDS: readonly IrregularCommand[] = [
  {
    path: 'commands/bare.md',
    outcome: 'loaded',
    command: { name: 'desk:bare', description: 'Look around' },
    prompt: '# Look around\n\nSay what is here.\n\nARGUMENTS: a b',
  },
  {
    path: 'commands/colons.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '2: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '2: These fields were read as plain text: description.',
    ],
    command: { name: 'desk:colons', description: 'Use when: somebody asks: now' },
  },
  {
    path: 'commands/described-by-list.md',
    outcome: 'skipped',
    notes: ['2: description is no text.'],
  },
  {
    path: 'commands/empty.md',
    outcome: 'skipped',
    notes: ['5: There is no text that a model could be asked.'],
  },
  {
    path: 'commands/executes.md',
    outcome: 'loaded-with-diagnostics',
    notes: [`4: ${NOT_EXECUTED}`, `7: ${NOT_EXECUTED}`],
    command: { name: 'desk:executes', description: 'Wants to run something.' },
    prompt: 'State: !`git status`\n\nAnd:\n```!\ngit log\n```\nNot this: wow! `code`\n\nARGUMENTS: a b',
  },
  {
    path: 'commands/from-one.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['6: It uses $1 and never $0, as if $1 were the first argument; here it is the second.'],
    command: { name: 'desk:from-one', description: 'Counts from one.' },
    prompt: 'Compare\nb with $2.',
  },
  {
    path: 'commands/git/commit.md',
    outcome: 'loaded',
    command: { name: 'desk:git:commit', description: 'Commits.' },
    prompt: 'Commit a b.',
  },
  {
    path: 'commands/hint-broken.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Unexpected flow-seq-start at node end.',
      '3: These fields were read as plain text: argument-hint.',
    ],
    command: {
      name: 'desk:hint-broken',
      description: 'Has a hint that is no YAML.',
      usage: '/desk:hint-broken [from] [to]',
    },
    prompt: 'Compare a with b.',
  },
  {
    path: 'commands/hint-lines.md',
    outcome: 'loaded-with-diagnostics',
    notes: [`3: ${NO_TEXT_HINT}`],
    command: {
      name: 'desk:hint-lines',
      description: 'Has a list of lines for a hint.',
      usage: '/desk:hint-lines from to',
    },
    prompt: 'Compare a with b.',
  },
  {
    path: 'commands/hint-list.md',
    outcome: 'loaded-with-diagnostics',
    notes: [`3: ${NO_TEXT_HINT}`],
    command: {
      name: 'desk:hint-list',
      description: 'Has a list for a hint.',
      usage: '/desk:hint-list [file]',
    },
    prompt: 'Open a b.',
  },
  {
    path: 'commands/latin.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['1: It holds bytes that are no UTF-8; \uFFFD stands in for them.'],
    command: { name: 'desk:latin', description: 'Caf\uFFFD.' },
    prompt: 'Caf\uFFFD.\n\nARGUMENTS: a b',
  },
  {
    path: 'commands/line-ends.md',
    outcome: 'loaded',
    command: { name: 'desk:line-ends', description: 'Has other ends of lines.' },
    prompt: 'One.\nTwo.\n\nARGUMENTS: a b',
  },
  {
    path: 'commands/mark.md',
    outcome: 'loaded',
    command: { name: 'desk:mark', description: 'Has a byte order mark.' },
  },
  {
    path: 'commands/plain.md',
    outcome: 'loaded',
    command: { name: 'desk:plain', description: 'Sums up.', usage: '/desk:plain [file] [words]' },
    prompt: 'Sum up a in b words.',
  },
  {
    path: 'commands/tagged.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['3: Tags are not read.', '2: These fields were read as plain text: description.'],
    command: { name: 'desk:tagged', description: 'Tags. tools: !!str x' },
  },
  {
    path: 'commands/tool-list.md',
    outcome: 'loaded-with-diagnostics',
    notes: [`3: ${ALLOWS_NOTHING}`],
    command: { name: 'desk:tool-list', description: 'Inherits.' },
    prompt: 'Look.\n\nARGUMENTS: a b',
  },
  {
    path: 'commands/tools.md',
    outcome: 'loaded-with-diagnostics',
    notes: [`3: ${ALLOWS_NOTHING}`, "4: model has no effect here: the session's model answers."],
    command: { name: 'desk:tools', description: 'Names tools and a model.' },
    prompt: 'Look.\n\nARGUMENTS: a b',
  },
  {
    path: 'commands/two words.md',
    outcome: 'skipped',
    notes: [
      'It cannot be a command: its name begins with a slash or holds a space, so nobody could call it.',
    ],
  },
  {
    path: 'commands/unclosed.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['1: There is no front matter between two lines of ---.'],
    command: { name: 'desk:unclosed', description: '---' },
    prompt: '---\ndescription: Never ends.\nAnswer.\n\nARGUMENTS: a b',
  },
  {
    path: 'commands/upper.MD',
    outcome: 'loaded',
    command: { name: 'desk:upper', description: 'Answer.' },
  },
];
