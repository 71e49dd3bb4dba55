import { expect, test } from 'vitest';
import { SimulatedDisk } from '../../test/simulated-disk.js';
import { maxSegmentNumber } from '../limits.js';
import { storePaths } from './store-paths.js';

test('a segment has a number from 1 to the greatest that the format has; other files are not of the store', async () => {
  const paths = await storePaths('/disk/state', new SimulatedDisk());
  const numberOf = (digits: string) => paths.segmentNumber(`state.segment-${digits}`);
  expect(numberOf('00000001')).toBe(1);
  expect(numberOf(String(maxSegmentNumber))).toBe(maxSegmentNumber);
  expect(numberOf(String(maxSegmentNumber + 1))).toBeUndefined();
  expect(numberOf('00000000')).toBeUndefined();
  expect(numberOf('1')).toBeUndefined();
  expect(paths.segmentNumber('state.segment-00000001.copy')).toBeUndefined();
});
