// @ts-check
import { describe, expect, it } from 'vitest';
import { errorCodes, limitNames } from './declared-names.mjs';
import { mentionExceptions } from './mention-exceptions.mjs';
import { testMentions } from './test-mentions.mjs';
import { unmentioned } from './unmentioned.mjs';

const codes = (/** @type {string} */ text) => errorCodes(text, 'error.ts').map(({ name }) => name);
const limits = (/** @type {string} */ text) => limitNames(text, 'limits.ts').map(({ name }) => name);
const wanted = {
  texts: new Set(['io', 'locked']),
  names: new Set(['RUNS_MAX', 'WAIT_MS', 'waitMs']),
};
const mentions = (/** @type {string[]} */ ...files) =>
  testMentions(
    files.map((text) => ({ text, path: 'a.test.tsx' })),
    wanted,
  );

describe('the error codes of a file', () => {
  it('are the literals of a type that is named so', () => {
    expect(codes("export type StoreErrorCode = 'io' | 'locked';\ntype Mode = 'memory';")).toEqual([
      'io',
      'locked',
    ]);
    expect(codes("type OneCode = 'only';")).toEqual(['only']);
  });

  it('are the codes of each member of a union of faults, with what is joined to it', () => {
    const union =
      "type Fault = | { readonly code: 'busy' } | ({ readonly code: 'drift' } & Drift) | { readonly type: 'text' };";
    expect(codes(union)).toEqual(['busy', 'drift']);
  });

  it('are not those that another type names, nor a code that may be any text', () => {
    expect(codes("type Report = { code: string };\nthrow new StoreError({ code: 'io' });")).toEqual([]);
  });

  it('are those of a report where it is made, either way', () => {
    const report = "show({ code: again ? 'host-died' : 'given-up', action: null, causes: [] });";
    expect(codes(report)).toEqual(['host-died', 'given-up']);
  });

  it('are told with their line', () => {
    expect(errorCodes("type ACode =\n  | 'first'\n  | 'second';", 'a.ts')).toEqual([
      { name: 'first', line: 2 },
      { name: 'second', line: 3 },
    ]);
  });
});

describe('the limits of a file', () => {
  it('are its exported constants, and the properties of one that holds several', () => {
    const text = [
      'export const RUNS_MAX = 2 * 1024;',
      'export const DEFAULTS: Limits = Object.freeze({ maxPages: 1, graceMs: 2 });',
      'const own = 1;',
      'export interface Limits { readonly maxPages: number }',
      'export function limit() {}',
    ];
    expect(limits(text.join('\n'))).toEqual(['RUNS_MAX', 'maxPages', 'graceMs']);
  });
});

describe('what a test mentions', () => {
  it('is each text and each name in it, of markup too', () => {
    expect(mentions("expect(<Run code='io' max={RUNS_MAX} />).toBe(`locked`);")).toEqual({
      texts: new Set(['io', 'locked']),
      names: new Set(['RUNS_MAX']),
    });
  });

  it.each(["'failed [io]: no room'", `\`\${what} [io]\``, `\`[io] \${why}\``, String.raw`/^failed \[io\]/`])(
    'is a code that stands in brackets, as in %s',
    (text) => {
      expect(mentions(`expect(terminal).toMatch(${text});`).texts).toEqual(new Set(['io']));
    },
  );

  it('is gathered from all files, a text from one and the name alike from another', () => {
    const { texts, names } = mentions('RUNS_MAX; io', 'WAIT_MS', "f('io')");
    expect([...texts, ...names]).toEqual(['io', 'RUNS_MAX', 'WAIT_MS']);
  });

  it('is not what a comment says, nor a part of a longer text', () => {
    const { texts, names } = mentions("// 'io' and RUNS_MAX\n/* 'io' */ it('says io');");
    expect([...texts, ...names]).toEqual([]);
  });
});

describe('a package', () => {
  const placed = (/** @type {string} */ name) => ({ name, line: 3, path: 'packages/a/src/x.ts' });
  const own = {
    folder: 'packages/a',
    codes: [placed('io'), placed('locked')],
    limits: [placed('RUNS_MAX'), placed('WAIT_MS')],
    mentions: mentions("expect(error).toMatchObject({ code: 'io' }); fill(RUNS_MAX); open({ waitMs: 1 });"),
  };
  const reason = 'It cannot be had.';

  it('is told each code and each limit that its tests do not mention', () => {
    expect(unmentioned([own], [])).toEqual([
      "packages/a/src/x.ts:3 no test of packages/a raises 'locked'",
      'packages/a/src/x.ts:3 no test of packages/a tries WAIT_MS from both sides',
    ]);
  });

  it('is not helped by the tests of another', () => {
    const other = {
      folder: 'packages/b',
      codes: [],
      limits: [],
      mentions: mentions("code('locked', WAIT_MS)"),
    };
    expect(unmentioned([own, other], [])).toHaveLength(2);
  });

  it('may have exceptions of its own', () => {
    const exceptions = [
      { folder: 'packages/a', name: 'locked', reason },
      { folder: 'packages/a', name: 'WAIT_MS', reason, option: 'waitMs' },
    ];
    expect(unmentioned([own], exceptions)).toEqual([]);
  });

  it.each([
    ['names nothing', { name: 'gone' }, 'packages/a declares no gone: take the exception for it out'],
    [
      'is of no package',
      { name: 'io', folder: 'packages/c' },
      'packages/c declares no io: take the exception for it out',
    ],
    [
      'names a code that a test mentions',
      { name: 'io' },
      'Tests of packages/a mention io: take the exception for it out',
    ],
    [
      'names a limit that a test mentions',
      { name: 'RUNS_MAX' },
      'Tests of packages/a mention RUNS_MAX: take the exception for it out',
    ],
    [
      'speaks of an option that no test sets',
      { name: 'WAIT_MS', option: 'pauseMs' },
      'No test of packages/a sets pauseMs, by which WAIT_MS is said to be tried',
    ],
  ])('is told of an exception that %s', (_, exception, fault) => {
    expect(unmentioned([own], [{ folder: 'packages/a', reason, ...exception }])).toContain(fault);
  });
});

describe('the exceptions of this workspace', () => {
  it('each have their reason', () => {
    for (const { name, reason } of mentionExceptions) expect(reason, name).toMatch(/^[A-Z].{20,}\.$/);
  });
});
