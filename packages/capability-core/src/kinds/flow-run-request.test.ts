import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../model/json-value.js';
import { flowInput, requireFlowRunId } from './flow-run-request.js';
import { FLOW_INPUT_BYTES_MAX, FLOW_INPUT_DEPTH_MAX, FLOW_RUN_ID_BYTES_MAX } from './limits.js';

function nested(levels: number): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('what a workflow run is started with', () => {
  it('is copied and frozen', () => {
    const given = { paths: ['a'] };
    const input = flowInput(given);
    given.paths.push('b');
    expect(input).toEqual({ paths: ['a'] });
    expect(Object.isFrozen(input)).toBe(true);
  });

  it.each([[undefined], [() => 1], [{ a: undefined }], [Number.NaN], [Symbol('a')]])(
    'is JSON data, unlike %s',
    (given) => {
      expect(() => Reflect.apply(flowInput, null, [given])).toThrow(
        expect.objectContaining({ name: 'FlowError', code: 'invalid-input' }),
      );
    },
  );

  it('is nested and as large as its bounds say', () => {
    expect(flowInput(nested(FLOW_INPUT_DEPTH_MAX))).toEqual(nested(FLOW_INPUT_DEPTH_MAX));
    expect(() => flowInput(nested(FLOW_INPUT_DEPTH_MAX + 1))).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    );
    expect(flowInput('x'.repeat(FLOW_INPUT_BYTES_MAX - 2))).toHaveLength(FLOW_INPUT_BYTES_MAX - 2);
    expect(() => flowInput('x'.repeat(FLOW_INPUT_BYTES_MAX - 1))).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    );
  });
});

describe('the id of a workflow run', () => {
  it('is one line of at most so many bytes', () => {
    expect(() => requireFlowRunId('é'.repeat(FLOW_RUN_ID_BYTES_MAX / 2))).not.toThrow();
    for (const id of ['', ' a', 'a\n', 'x'.repeat(FLOW_RUN_ID_BYTES_MAX + 1), 7]) {
      expect(() => Reflect.apply(requireFlowRunId, null, [id])).toThrow(
        expect.objectContaining({ name: 'FlowError', code: 'invalid-run-id' }),
      );
    }
  });
});
