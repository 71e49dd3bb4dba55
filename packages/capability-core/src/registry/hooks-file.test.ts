// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the own notation of hooks
import { describe, expect, it } from 'vitest';
import { readHooksFile } from './hooks-file.js';
import { MAX_SHOWN_COMMAND_BYTES } from './limits.js';

const PATH = 'hooks/hooks.json';
const reasonsOf = (value: unknown) =>
  readHooksFile(PATH, JSON.stringify(value)).map(({ item }) => [
    item.name,
    ...item.diagnostics.map(({ reason }) => reason),
  ]);

describe('the hooks of a package', () => {
  it('are named with when they would run and what they would do, and are never loaded', () => {
    const items = readHooksFile(
      PATH,
      JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash|Write',
              hooks: [
                { type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/check.sh --all', timeout: 600 },
                { type: 'http', url: 'https://example.org/hook' },
              ],
            },
            { matcher: '', hooks: [{ type: 'prompt', prompt: 'Is it safe?' }] },
          ],
          Stop: [{ hooks: [{ command: 'node', args: ['a b', 'c'] }] }],
        },
      }),
    );
    expect(items.map(({ value }) => value)).toEqual([null, null, null, null]);
    expect(items.map(({ item }) => [item.name, item.outcome, item.diagnostics[0]?.reason])).toEqual([
      [
        'PreToolUse 1',
        'skipped',
        'Hooks are not run. On PreToolUse, matching "Bash|Write": command ${CLAUDE_PLUGIN_ROOT}/check.sh --all',
      ],
      [
        'PreToolUse 2',
        'skipped',
        'Hooks are not run. On PreToolUse, matching "Bash|Write": http https://example.org/hook',
      ],
      ['PreToolUse 3', 'skipped', 'Hooks are not run. On PreToolUse: prompt Is it safe?'],
      ['Stop 1', 'skipped', 'Hooks are not run. On Stop: command node "a b" "c"'],
    ]);
  });

  it('are found without the map around them too', () => {
    expect(reasonsOf({ Stop: [{ hooks: [{ command: 'a' }] }] })).toEqual([
      ['Stop 1', 'Hooks are not run. On Stop: command a'],
    ]);
    expect(reasonsOf({ hooks: {} })).toEqual([]);
  });

  it('are known in what other hosts write', () => {
    const other = 'It is written for another host.';
    expect(reasonsOf({ version: 1, hooks: { sessionStart: [{ type: 'command', bash: './a.sh' }] } })).toEqual(
      [['sessionStart 1', other, 'Hooks are not run. On sessionStart: command ./a.sh']],
    );
    expect(reasonsOf({ Stop: [{ command: 'a', timeoutSec: 5 }] })).toEqual([
      ['Stop 1', other, 'Hooks are not run. On Stop: command a'],
    ]);
  });

  it('are noted for a time-out that looks like milliseconds', () => {
    expect(reasonsOf({ Stop: [{ hooks: [{ command: 'a', timeout: 601 }] }] })[0]?.[1]).toBe(
      'Its timeout of 601 counts seconds; that looks like milliseconds.',
    );
  });

  it.each<[unknown, readonly (readonly string[])[]]>([
    [[], [[PATH, 'It is no map of events to hooks.']]],
    [{ hooks: 'a' }, [[PATH, 'It is no map of events to hooks.']]],
    [{ Stop: {} }, [['Stop', 'What Stop has is no list of hooks.']]],
    [{ Stop: ['a'] }, [['Stop 1', 'It is no hook.']]],
    [{ Stop: [{ hooks: [null] }] }, [['Stop 1', 'It is no hook.']]],
  ])('are named where they are none: %j', (value, items) => {
    expect(reasonsOf(value)).toEqual(items);
  });

  it('are named with the line where their file is broken', () => {
    const [read] = readHooksFile(PATH, '{\n"hooks": {},,');
    expect(read?.item).toMatchObject({ name: PATH, outcome: 'skipped', diagnostics: [{ line: 2 }] });
  });

  it.each([
    [0, false],
    [1, true],
  ])('are shown up to a bound and %d bytes more', (more, isCut) => {
    const command = 'x'.repeat(MAX_SHOWN_COMMAND_BYTES - 'command '.length + more);
    const [[, reason = ''] = []] = reasonsOf({ Stop: [{ hooks: [{ command }] }] });
    expect(reason.includes('[cut: ')).toBe(isCut);
  });
});
