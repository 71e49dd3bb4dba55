import { expect, it } from 'vitest';
import type { JsonValue } from '../model/json-value.js';
import type { ToolCallDelta } from './answer-chunk.js';
import { ToolCallAssembly } from './tool-call-assembly.js';

/** The calls that pieces make: id, name and arguments of each. Made-up ids are counted. */
function assembled(...pieces: readonly ToolCallDelta[]): readonly (readonly [string, string, JsonValue])[] {
  const assembly = new ToolCallAssembly();
  for (const piece of pieces) assembly.add(piece);
  let count = 0;
  const ids = { next: () => `new-${++count}` };
  return assembly
    .finish(ids)
    .map(({ id, name, input, invalidJson }) => [id, name, invalidJson ?? input] as const);
}

function piece(
  name: string | null,
  args: string | Record<string, unknown> | null,
  place: { readonly index?: number | null; readonly id?: string | null } = {},
): ToolCallDelta {
  return { ...place, function: { name, arguments: args } };
}

it.each<[string, readonly ToolCallDelta[]]>([
  [
    'by their indexes',
    [
      piece('read', '', { index: 0, id: 'a' }),
      piece('list', '{"n"', { index: 1, id: 'b' }),
      piece(null, '{"n":1}', { index: 0 }),
      piece(null, ':2}', { index: 1 }),
    ],
  ],
  [
    'by their ids, where the server repeats them with the name and has no indexes',
    [
      piece('read', '{"n"', { id: 'a' }),
      piece('list', '{"n":2', { id: 'b' }),
      piece('read', ':1}', { id: 'a' }),
      piece('list', '}', { id: 'b' }),
    ],
  ],
  [
    'in their order, where only the first piece of each has an id',
    [
      piece('read', '{"n"', { id: 'a' }),
      piece(null, ':1}', { id: '' }),
      piece('list', '{"n"', { id: 'b' }),
      piece('', ':2}'),
    ],
  ],
  [
    'by their ids, where every index is 0',
    [piece('read', '{"n":1}', { index: 0, id: 'a' }), piece('list', '{"n":2}', { index: 0, id: 'b' })],
  ],
  [
    'by their indexes, where the ids come late',
    [
      piece('read', '{"n"', { index: 0 }),
      piece('list', '{"n":2}', { index: 1 }),
      piece(null, ':1}', { index: 0, id: 'a' }),
      piece(null, null, { index: 1, id: 'b' }),
    ],
  ],
  [
    'from arguments that are given as objects',
    [piece('read', { n: 1 }, { index: 0, id: 'a' }), piece('list', { n: 2 }, { index: 1, id: 'b' })],
  ],
])('tool calls are put together %s', (_name, pieces) => {
  expect(assembled(...pieces)).toEqual([
    ['a', 'read', { n: 1 }],
    ['b', 'list', { n: 2 }],
  ]);
});

it.each([{}, { index: 0 }, { index: 0, id: '' }])(
  'whole calls without ids are told apart, those of one tool as well (%j)',
  (place) => {
    const pieces = [
      piece('read', '{"n":1}', place),
      piece('read', '{"n":2}', place),
      piece('list', '', place),
    ];
    expect(assembled(...pieces)).toEqual([
      ['call-new-1', 'read', { n: 1 }],
      ['call-new-2', 'read', { n: 2 }],
      ['call-new-3', 'list', {}],
    ]);
  },
);

it('calls that share an id get one each', () => {
  const pieces = [piece('read', '{}', { index: 0, id: 'a' }), piece('read', '{}', { index: 1, id: 'a' })];
  expect(assembled(...pieces)).toEqual([
    ['a', 'read', {}],
    ['call-new-1', 'read', {}],
  ]);
});

it('arguments that are no JSON are kept as they came, and none stand for no arguments', () => {
  const pieces = [
    piece('read', '{"n": one}', { index: 0, id: 'a' }),
    piece('read', ' ', { index: 1, id: 'b' }),
    piece('read', null, { index: 2, id: 'c' }),
    piece(null, '7', { index: 3, id: 'd' }),
  ];
  expect(assembled(...pieces)).toEqual([
    ['a', 'read', '{"n": one}'],
    ['b', 'read', {}],
    ['c', 'read', {}],
    ['d', '', 7],
  ]);
});
