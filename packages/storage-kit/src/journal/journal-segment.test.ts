import { expect, test } from 'vitest';
import { SimulatedDisk } from '../../test/simulated-disk.js';
import { journalGrowthBytes } from '../limits.js';
import { JournalSegment } from './journal-segment.js';
import { segmentHeaderBytes } from './segment-format.js';

const path = '/disk/segment';

test('a segment grows in steps: a frame that ends where the file does leaves its length, a byte more adds a step', async () => {
  const disk = new SimulatedDisk();
  const segment = await JournalSegment.create(disk, path, 1);
  const length = () => disk.files[path]?.length;
  expect(length()).toBe(segmentHeaderBytes + journalGrowthBytes);
  await segment.append(new Uint8Array(journalGrowthBytes).fill(1), true);
  expect(length()).toBe(segmentHeaderBytes + journalGrowthBytes);
  await segment.append(Uint8Array.of(1), true);
  expect(length()).toBe(segmentHeaderBytes + journalGrowthBytes + 1 + journalGrowthBytes);
  expect(segment.frameBytes).toBe(journalGrowthBytes + 1);
  await segment.close();
});
