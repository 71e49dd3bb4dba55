import { describe, expect, it } from 'vitest';
import { RecordingTool, ScriptedModel } from '../src/testing/index.js';
import { openSession, rejectionOf, toolBatch } from './session-builders.js';
import { thrownBy, toolSet } from './set-builders.js';

describe('recovering a session', () => {
  it('brings it to the generation it had, under its old number', async () => {
    const { session: old } = openSession();
    const set = toolSet(7, ['a']);
    const expected = old.capabilityBindingOf(set);
    await old.close();
    const { session } = openSession();
    const receipt = await session.bootstrapRecoveryCapabilityBatch(
      expected,
      toolBatch(7, [new RecordingTool('a')]),
    );
    expect(receipt.committed).toEqual({ generation: 7, digest: set.digest });
    expect(() => session.ensureRecoveryCapabilityBinding(expected)).not.toThrow();
    await session.applyCapabilityBatch(toolBatch(8, [new RecordingTool('a')]));
    expect(thrownBy(() => session.ensureRecoveryCapabilityBinding(expected))).toMatchObject({
      code: 'content-drift',
      expectedGeneration: 7,
      actualGeneration: 8,
      catalogDigestMismatch: true,
    });
    await session.close();
  });

  it('is refused for any other content, before anything is prepared', async () => {
    const { session, recorder } = openSession();
    const expected = session.capabilityBindingOf(toolSet(7, ['a']));
    const refused = session.bootstrapRecoveryCapabilityBatch(
      expected,
      toolBatch(7, [new RecordingTool('b')]),
    );
    expect(await rejectionOf(refused)).toMatchObject({
      code: 'recovery-binding',
      cause: { code: 'content-drift', catalogDigestMismatch: true },
    });
    expect(recorder.types).toEqual(['session-opened']);
    await session.close();
  });

  it('is refused once something was published, and for generation 0', async () => {
    const { session } = openSession();
    const zero = session.capabilityBindingOf(toolSet(0, []));
    expect(await rejectionOf(session.bootstrapRecoveryCapabilityBatch(zero, toolBatch(0, [])))).toMatchObject(
      {
        cause: { code: 'bootstrap-target-generation' },
      },
    );
    await session.applyCapabilityBatch(toolBatch(1, []));
    const expected = session.capabilityBindingOf(toolSet(7, []));
    expect(
      await rejectionOf(session.bootstrapRecoveryCapabilityBatch(expected, toolBatch(7, []))),
    ).toMatchObject({
      cause: { code: 'bootstrap-unavailable', actualGeneration: 1 },
    });
    await session.close();
  });

  it('is refused when the limits of the session are others', async () => {
    const { session: old } = openSession();
    const expected = old.capabilityBindingOf(toolSet(1, []));
    await old.close();
    const { session } = openSession(new ScriptedModel(), { limits: { maxToolRounds: 3 } });
    expect(
      await rejectionOf(session.bootstrapRecoveryCapabilityBatch(expected, toolBatch(1, []))),
    ).toMatchObject({
      code: 'recovery-binding',
      cause: { ceilingDigestMismatch: true, catalogDigestMismatch: false },
    });
    await session.close();
  });
});
