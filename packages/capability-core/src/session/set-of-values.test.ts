import { expect, it } from 'vitest';
import { surfaceOf, uiOf } from '../../test/kind-builders.js';
import { digestOf, hostSource, thrownBy } from '../../test/set-builders.js';
import { CapabilitySource } from '../identity/capability-source.js';
import { MAX_IDENTIFIER_BYTES } from '../identity/limits.js';
import { CapabilityValue } from '../kinds/value.js';
import { RecordingTool } from '../testing/index.js';
import { setOfValues } from './set-of-values.js';

const tool = (name: string) => CapabilityValue.tool(new RecordingTool(name));

it('gives each value an id of its own, by its name where that can be one', () => {
  const names = ['read', 'Read', 'a b', 'x'.repeat(MAX_IDENTIFIER_BYTES), '/read'];
  const { set, values } = setOfValues(3, hostSource(), names.map(tool));
  expect(set.generation).toBe(3);
  expect(values.map(([{ localId }]) => localId)).toEqual([
    'read',
    expect.stringMatching(/^[0-9a-f]{16}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
    names[3],
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ]);
  expect(values.map(([id]) => set.get(id)?.publicName)).toEqual(names);
});

it('tells another edition of a value by the revision of its source, and nothing else', () => {
  const digests = (source: CapabilitySource) =>
    setOfValues(1, source, [tool('a'), tool('b')]).set.capabilities.map(({ surfaceDigest }) => surfaceDigest);
  const first = digests(CapabilitySource.host('x', digestOf('1')));
  expect(digests(CapabilitySource.host('x', digestOf('1')))).toEqual(first);
  const second = digests(CapabilitySource.host('x', digestOf('2')));
  expect(new Set([...first, ...second]).size).toBe(4);
});

it('keeps the surface digests that kinds derive themselves', () => {
  const [ui, surface] = [uiOf('panel'), surfaceOf('domain')];
  const { set } = setOfValues(1, hostSource(), [
    CapabilityValue.ui(ui),
    CapabilityValue.knowledgeSurface(surface),
  ]);
  expect(set.find('ui', 'panel')?.surfaceDigest).toBe(ui.surfaceDigest);
  expect(set.find('knowledge-surface', 'domain')?.surfaceDigest).toBe(surface.surfaceDigest);
});

it('may be of nothing', () => {
  expect(setOfValues(2, hostSource(), []).set.capabilities).toEqual([]);
});

it('is refused when two of a kind have one name', () => {
  expect(thrownBy(() => setOfValues(1, hostSource(), [tool('a'), tool('a')]))).toMatchObject({
    name: 'CapabilitySetError',
  });
});
