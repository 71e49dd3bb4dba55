import type { PackageItem, StoredSkill } from '../../src/registry/index.js';

/** What becomes of one file of the fixture `irregular-skills`. */
export interface IrregularSkill {
  readonly path: string;
  readonly outcome: PackageItem['outcome'];
  /** `line: reason` of each diagnostic, in the order in which they are shown. */
  readonly notes?: readonly string[];
  /** The skill's own fields, but for those that are as everybody expects: an instruction for models, without tags. */
  readonly skill?: Partial<StoredSkill['skill']>;
  /** Its text, where that is not `Do it.` */
  readonly content?: string;
  /** Fields that mean nothing here, as they are kept. */
  readonly others?: Readonly<Record<string, unknown>>;
}

export const IRREGULAR_SKILLS: readonly IrregularSkill[] = [
  {
    path: 'skills/1.0/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['2: The name is not made of 1 to 64 lower-case letters, digits and hyphens.'],
    skill: { name: '1.0', description: 'Has a name that YAML takes for something else.' },
  },
  {
    path: 'skills/3000/SKILL.md',
    outcome: 'loaded',
    skill: { name: '3000', description: 'Has a name that YAML takes for something else.' },
  },
  {
    path: 'skills/alias-bomb/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      'The YAML is broken: Excessive alias count indicates a resource exhaustion attack.',
      '2: What stands before the first known field was not read.',
    ],
    skill: { name: 'alias-bomb', description: 'Would be a thousand million words.' },
  },
  {
    path: 'skills/alias-of-itself/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['4: An alias stands for what holds it.', '4: These fields were read as plain text: tags.'],
    skill: { name: 'alias-of-itself', description: 'Holds what holds it.', tags: ['&tags [*tags]'] },
  },
  {
    path: 'skills/aliases/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'aliases', description: 'Says the same twice.' },
    others: { compatibility: 'Says the same twice.', metadata: { title: 'aliases' } },
  },
  {
    path: 'skills/apostrophe/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Unexpected scalar at node end.',
      '3: These fields were read as plain text: description.',
    ],
    skill: { name: 'apostrophe', description: "Don't say more than it's worth." },
  },
  {
    path: 'skills/argument-hint/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '4: The YAML is broken: Unexpected flow-seq-start at node end.',
      '4: These fields were read as plain text: argument-hint.',
    ],
    skill: { name: 'argument-hint', description: 'Wants a file and a line.' },
    others: { 'argument-hint': '[file] [line]' },
  },
  {
    path: 'skills/bad-escape/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Invalid escape sequence \\d.',
      '3: These fields were read as plain text: description.',
    ],
    skill: { name: 'bad-escape', description: 'Matches \\d+ in names.' },
  },
  {
    path: 'skills/boolean-0/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'boolean-0', description: 'Answers 0.' },
  },
  {
    path: 'skills/boolean-1/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'boolean-1', description: 'Answers 1.', disableModelInvocation: true },
  },
  {
    path: 'skills/boolean-list/SKILL.md',
    outcome: 'skipped',
    notes: ['4: disable-model-invocation is no text.'],
  },
  {
    path: 'skills/boolean-no/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'boolean-no', description: 'Answers no.' },
  },
  {
    path: 'skills/boolean-off/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'boolean-off', description: 'Answers off.' },
  },
  {
    path: 'skills/boolean-on/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'boolean-on', description: 'Answers on.', disableModelInvocation: true },
  },
  {
    path: 'skills/boolean-perhaps/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['4: disable-model-invocation is neither yes nor no; it counts as no.'],
    skill: { name: 'boolean-perhaps', description: 'Answers neither.' },
  },
  {
    path: 'skills/boolean-true/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'boolean-true', description: 'Answers TRUE.', disableModelInvocation: true },
  },
  {
    path: 'skills/boolean-yes/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'boolean-yes', description: 'Answers yes.', disableModelInvocation: true },
  },
  {
    path: 'skills/byte-order-mark/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'byte-order-mark', description: 'Was saved by an editor that marks its files.' },
  },
  {
    path: 'skills/colon-in-name/SKILL.md',
    outcome: 'skipped',
    notes: ['2: The name "other:skill" cannot be used: it must not hold a colon.'],
  },
  {
    path: 'skills/comma-in-pattern/SKILL.md',
    outcome: 'loaded',
    skill: {
      name: 'comma-in-pattern',
      description: 'Looks through the history.',
      allowedTools: 'Read Bash(git log:*, git show:*)',
    },
  },
  {
    path: 'skills/comma-tools/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['4: allowed-tools has commas between the tools; spaces are usual.'],
    skill: {
      name: 'comma-tools',
      description: 'Looks through the history.',
      allowedTools: 'Read, Bash(git log:*, git show:*), Grep',
    },
  },
  {
    path: 'skills/cut-by-hash/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The text of description ends at " #"; put it in quotes to keep what follows.',
      '5: A text in tags ends at " #"; put it in quotes to keep what follows.',
    ],
    skill: { name: 'cut-by-hash', description: 'Answers issues', tags: ['red', 'green'] },
  },
  {
    path: 'skills/duplicate-keys/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '5: description is there more than once.',
      '5: description is there more than once; the first is read.',
    ],
    skill: { name: 'duplicate-keys', description: 'The first one.', version: '1.0' },
  },
  {
    path: 'skills/empty-description/SKILL.md',
    outcome: 'skipped',
    notes: ['3: A skill needs a description.'],
  },
  {
    path: 'skills/empty-front-matter/SKILL.md',
    outcome: 'skipped',
    notes: [
      "1: There is no usable name; the folder's, empty-front-matter, is used.",
      '1: A skill needs a description.',
    ],
  },
  {
    path: 'skills/empty-lines-first/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '1: There are empty lines before the front matter.',
      '5: The text of description ends at " #"; put it in quotes to keep what follows.',
    ],
    skill: { name: 'empty-lines-first', description: 'Begins late.' },
  },
  {
    path: 'skills/empty-name/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ["2: There is no usable name; the folder's, empty-name, is used."],
    skill: { name: 'empty-name', description: 'Is called as its folder is.' },
  },
  {
    path: 'skills/example-blocks/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '5: The YAML is broken: Implicit keys need to be on a single line.',
      '3: These fields were read as plain text: description.',
      '14: allowed-tools is a list; a text with spaces between the tools is usual.',
    ],
    skill: {
      name: 'example-blocks',
      description:
        'Reviews a change. Use it when somebody says that a change is ready.\n\n<example>\nContext: somebody has written a function.\nuser: "Please look at this"\nassistant: "I let the reviewer look at it"\n</example>\n\n<example>\nuser: Is this right?\n</example>',
      allowedTools: 'Read, Grep',
      tags: ['review', 'quality'],
    },
  },
  {
    path: 'skills/fences-in-the-text/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'fences-in-the-text', description: 'Has lines of its own.' },
    content: 'One.\n\n---\nname: not-a-field\n---\n\nTwo.',
  },
  {
    path: 'skills/field-behind-broken-text/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '3: These fields were read as plain text: description.',
    ],
    skill: { name: 'field-behind-broken-text', description: 'Use it for: everything\nauthor: somebody' },
  },
  {
    path: 'skills/field-behind-sound-text/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '4: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '4: These fields were read as plain text: description.',
    ],
    skill: { name: 'field-behind-sound-text', description: 'Use it for: everything' },
    others: { author: 'somebody' },
  },
  {
    path: 'skills/folded-text/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'folded-text', description: 'Stands on two lines: here and there.' },
    others: { when: 'always\n' },
  },
  {
    path: 'skills/folder-of-another-name/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['2: The name is not that of the folder, folder-of-another-name.'],
    skill: { name: 'tidy-imports', description: 'Sorts the imports of a file.' },
  },
  {
    path: 'skills/hash-without-space/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'hash-without-space', description: 'Knows C#, F# and issue#17.' },
  },
  { path: 'skills/list-description/SKILL.md', outcome: 'skipped', notes: ['3: description is no text.'] },
  {
    path: 'skills/list-document/SKILL.md',
    outcome: 'skipped',
    notes: [
      '2: The YAML is no map of fields.',
      '2: What stands before the first known field was not read.',
      '2: No known field was found.',
      "1: There is no usable name; the folder's, list-document, is used.",
      '1: A skill needs a description.',
    ],
  },
  {
    path: 'skills/list-tools/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['4: allowed-tools is a list; a text with spaces between the tools is usual.'],
    skill: {
      name: 'list-tools',
      description: 'Looks through the history.',
      allowedTools: 'Read, Bash(git log:*)',
    },
  },
  {
    path: 'skills/literal-newlines/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '3: These fields were read as plain text: description.',
    ],
    skill: {
      name: 'literal-newlines',
      description:
        'Use it for queries. Examples:\\n\\n<example>\\nContext: a slow page.\\nuser: "Why is it slow?"\\n</example>',
    },
    others: { model: 'inherit' },
  },
  {
    path: 'skills/map-tags/SKILL.md',
    outcome: 'skipped',
    notes: ['4: tags is neither a text nor a list of texts.'],
  },
  {
    path: 'skills/map-tools/SKILL.md',
    outcome: 'skipped',
    notes: ['4: allowed-tools is neither a text nor a list of texts.'],
  },
  {
    path: 'skills/missing-description/SKILL.md',
    outcome: 'skipped',
    notes: ['1: A skill needs a description.'],
  },
  {
    path: 'skills/missing-name/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ["1: There is no usable name; the folder's, missing-name, is used."],
    skill: { name: 'missing-name', description: 'Is called as its folder is.' },
  },
  {
    path: 'skills/no-front-matter/SKILL.md',
    outcome: 'skipped',
    notes: ['1: There is no front matter between two lines of ---.', '1: A skill needs a description.'],
  },
  {
    path: 'skills/null-description/SKILL.md',
    outcome: 'skipped',
    notes: ['3: A skill needs a description.'],
  },
  {
    path: 'skills/null-tools/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'null-tools', description: 'May use whatever the run may.' },
  },
  {
    path: 'skills/null/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'null', description: 'Has a name that YAML takes for something else.' },
  },
  {
    path: 'skills/odd-kind/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['4: kind "wizard" is not known; it is an instruction.'],
    skill: { name: 'odd-kind', description: 'Is of a kind that nobody knows.' },
  },
  {
    path: 'skills/odd-tags/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['4: What is no text among the tags is left out.'],
    skill: { name: 'odd-tags', description: 'Has a tag that is none.', tags: ['one'] },
  },
  {
    path: 'skills/only-a-comment/SKILL.md',
    outcome: 'skipped',
    notes: [
      '3: The text of description ends at " #"; put it in quotes to keep what follows.',
      '3: A skill needs a description.',
    ],
  },
  {
    path: 'skills/padded-name/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'padded-name', description: 'Has room around it.' },
  },
  {
    path: 'skills/plain/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'plain', description: 'Nothing about it is unusual.', allowedTools: 'Read Grep' },
    others: { license: 'MIT', metadata: { author: 'somebody' } },
  },
  {
    path: 'skills/quoted-newlines/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'quoted-newlines', description: 'Use it for queries.\nIt knows: indexes.' },
  },
  {
    path: 'skills/refused-tag/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['3: Tags are not read.', '3: These fields were read as plain text: description.'],
    skill: {
      name: 'refused-tag',
      description: '!!python/object:os.system "Asks to be executed."',
      tags: ['one'],
    },
  },
  {
    path: 'skills/release-notes/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '2: The name is not made of 1 to 64 lower-case letters, digits and hyphens.',
      '2: The name is not that of the folder, release-notes.',
    ],
    skill: {
      name: 'Release Notes Writer',
      description: 'Writes what a release brings, for those who use it.',
    },
  },
  {
    path: 'skills/spaces-behind-the-fence/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'spaces-behind-the-fence', description: 'Has spaces where nobody sees them.' },
  },
  {
    path: 'skills/starts-with-a-bracket/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Unexpected scalar at node end.',
      '3: These fields were read as plain text: description.',
    ],
    skill: { name: 'starts-with-a-bracket', description: '[Draft] Answers {{who}} politely.' },
  },
  {
    path: 'skills/starts-with-a-sign/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Plain value cannot start with reserved character `.',
      '3: These fields were read as plain text: description, allowed-tools.',
    ],
    skill: { name: 'starts-with-a-sign', description: '`@mentions` are answered first.', allowedTools: '*' },
  },
  {
    path: 'skills/tabs/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '5: The YAML is broken: Tabs are not allowed as indentation.',
      '4: These fields were read as plain text: metadata.',
      '4: metadata is no map.',
    ],
    skill: { name: 'tabs', description: 'Is indented by hand.' },
    others: { metadata: 'author: somebody' },
  },
  {
    path: 'skills/text-metadata/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['4: metadata is no map.'],
    skill: { name: 'text-metadata', description: 'Says who wrote it in one line.' },
    others: { metadata: 'written by the night shift' },
  },
  {
    path: 'skills/true/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'true', description: 'Has a name that YAML takes for something else.' },
  },
  {
    path: 'skills/twin-one/SKILL.md',
    outcome: 'skipped',
    notes: [
      '2: The name is not that of the folder, twin-one.',
      'Its name is also that of another skill: skills/twin-one/SKILL.md, skills/twin-two/SKILL.md.',
    ],
  },
  {
    path: 'skills/twin-two/SKILL.md',
    outcome: 'skipped',
    notes: [
      '2: The name is not that of the folder, twin-two.',
      'Its name is also that of another skill: skills/twin-one/SKILL.md, skills/twin-two/SKILL.md.',
    ],
  },
  {
    path: 'skills/unclosed-front-matter/SKILL.md',
    outcome: 'skipped',
    notes: ['1: There is no front matter between two lines of ---.', '1: A skill needs a description.'],
  },
  {
    path: 'skills/unknown-fields/SKILL.md',
    outcome: 'loaded',
    skill: { name: 'unknown-fields', description: 'Brings fields of its own.', version: '3' },
    others: { author: 'somebody', languages: ['de', 'en'], limits: { files: '3' }, model: 'inherit' },
  },
  {
    path: 'skills/unquoted-colons/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: [
      '3: The YAML is broken: Nested mappings are not allowed in compact mappings.',
      '3: These fields were read as plain text: description.',
    ],
    skill: {
      name: 'unquoted-colons',
      description: 'Use when: the build fails, the log says: "error", or somebody asks: why?',
      version: '2.0',
    },
  },
  {
    path: 'skills/upper-case-file/SKILL.MD',
    outcome: 'loaded-with-diagnostics',
    notes: ['The file is named SKILL.MD, and not SKILL.md.'],
    skill: { name: 'upper-case-file', description: 'Comes from a system that does not mind the case.' },
  },
  {
    path: 'skills/windows-lines/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['3: The text of description ends at " #"; put it in quotes to keep what follows.'],
    skill: { name: 'windows-lines', description: 'Was saved on Windows.' },
    content: 'First.\nSecond.',
  },
  {
    path: 'skills/要約/SKILL.md',
    outcome: 'loaded-with-diagnostics',
    notes: ['2: The name is not made of 1 to 64 lower-case letters, digits and hyphens.'],
    skill: { name: '要約', description: '長い文書を三行にまとめます。 📝', tags: ['要約', 'ノート'] },
    content: '三行で。 👍🏽',
  },
  {
    path: 'skills/nested/deeper/SKILL.md',
    outcome: 'skipped',
    notes: [
      'Skills are read from the root, from skills/<name> and from the folders that the manifest names.',
    ],
  },
  {
    path: 'templates/SKILL.md',
    outcome: 'skipped',
    notes: [
      'Skills are read from the root, from skills/<name> and from the folders that the manifest names.',
    ],
  },
];
