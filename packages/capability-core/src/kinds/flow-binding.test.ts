import { describe, expect, it } from 'vitest';
import { FlowEngineDouble } from '../../test/flow-engine-double.js';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { FlowBinding } from './flow-binding.js';
import { FLOW_VERSION_BYTES_MAX } from './limits.js';

const SPEC = { name: 'release', revision: 'r1' };

describe('a workflow with its engine', () => {
  it('keeps a frozen copy of what it is', () => {
    const spec = { ...SPEC, runtimeBuild: 'b1' };
    const engine = new FlowEngineDouble({ builds: ['b1'] });
    const flow = new FlowBinding(spec, engine);
    spec.name = 'other';
    expect(flow.spec).toEqual({ ...SPEC, runtimeBuild: 'b1' });
    expect([flow, flow.spec].every(Object.isFrozen)).toBe(true);
    expect(flow.engine).toBe(engine);
  });

  it('needs an engine that supports its runtime build, and also naming none', () => {
    const engine = new FlowEngineDouble({ builds: ['b1'] });
    const refusal = { name: 'FlowError', code: 'unsupported-runtime-build', workflow: 'release' };
    expect(() => new FlowBinding({ ...SPEC, runtimeBuild: 'b2' }, engine)).toThrow(
      expect.objectContaining({ ...refusal, runtimeBuild: 'b2' }),
    );
    expect(() => new FlowBinding(SPEC, engine)).toThrow(
      expect.objectContaining({ ...refusal, runtimeBuild: null }),
    );
    expect(new FlowBinding(SPEC, new FlowEngineDouble()).spec.runtimeBuild).toBeNull();
  });

  it.each<[string, object]>([
    ['an empty name', { name: '' }],
    ['no name', { name: undefined }],
    ['a name that is too long', { name: 'x'.repeat(MAX_PUBLIC_NAME_BYTES + 1) }],
    ['a padded revision', { revision: ' r1' }],
    ['a revision that is too long', { revision: 'x'.repeat(FLOW_VERSION_BYTES_MAX + 1) }],
    ['a runtime build of two lines', { runtimeBuild: 'a\nb' }],
  ])('is refused with %s', (_what, over) => {
    expect(() => Reflect.construct(FlowBinding, [{ ...SPEC, ...over }, new FlowEngineDouble()])).toThrow(
      expect.objectContaining({ name: 'FlowError', code: 'invalid-workflow' }),
    );
  });

  it('may have texts as long as their bounds', () => {
    const spec = { name: 'x'.repeat(MAX_PUBLIC_NAME_BYTES), revision: 'x'.repeat(FLOW_VERSION_BYTES_MAX) };
    expect(new FlowBinding(spec, new FlowEngineDouble()).spec).toMatchObject(spec);
  });

  it('is refused with an engine that lacks an operation, or fails when it is asked', () => {
    const broken = (): never => {
      throw new Error('no runtime');
    };
    for (const [engine, reason] of [
      [Object.assign(new FlowEngineDouble(), { drive: undefined }), 'no function drive'],
      [undefined, 'no function supportsRuntimeBuild'],
      [Object.assign(new FlowEngineDouble(), { supportsRuntimeBuild: broken }), 'no runtime'],
    ] as const) {
      expect(() => Reflect.construct(FlowBinding, [SPEC, engine])).toThrow(
        expect.objectContaining({ code: 'invalid-workflow', reason: expect.stringContaining(reason) }),
      );
    }
  });
});
