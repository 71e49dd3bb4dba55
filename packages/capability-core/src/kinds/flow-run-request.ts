import { textFlaw, utf8Length } from '../identity/text-rules.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { isJsonData, type JsonValue } from '../model/json-value.js';
import { FlowError } from './flow-error.js';
import { FLOW_INPUT_BYTES_MAX, FLOW_INPUT_DEPTH_MAX, FLOW_RUN_ID_BYTES_MAX } from './limits.js';

/**
 * Refuses what cannot name a workflow run: anything but one line of 1 to 256 bytes.
 *
 * @throws {FlowError} `invalid-run-id`
 */
export function requireFlowRunId(runId: string): void {
  const flaw = typeof runId === 'string' ? textFlaw(runId) : 'must be a text';
  if (flaw !== null) {
    throw new FlowError({ code: 'invalid-run-id', reason: flaw });
  }
  if (utf8Length(runId) > FLOW_RUN_ID_BYTES_MAX) {
    throw new FlowError({ code: 'invalid-run-id', reason: `takes over ${FLOW_RUN_ID_BYTES_MAX} bytes` });
  }
}

/**
 * A frozen copy of what a run is started with.
 *
 * @throws {FlowError} `invalid-input` when it is no JSON data, or too much of it
 */
export function flowInput(given: JsonValue): JsonValue {
  if (!isJsonData(given, FLOW_INPUT_DEPTH_MAX)) {
    const reason = `it is no JSON data of at most ${FLOW_INPUT_DEPTH_MAX} levels`;
    throw new FlowError({ code: 'invalid-input', reason });
  }
  const json = JSON.stringify(given);
  if (utf8Length(json) > FLOW_INPUT_BYTES_MAX) {
    const reason = `its JSON text takes over ${FLOW_INPUT_BYTES_MAX} bytes`;
    throw new FlowError({ code: 'invalid-input', reason });
  }
  const copy: JsonValue = JSON.parse(json);
  return deepFreeze(copy);
}
