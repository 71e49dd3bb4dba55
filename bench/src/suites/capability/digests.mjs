import { createHash } from 'node:crypto';
import { canonicalSetDigest } from '../../../../packages/capability-core/dist/identity/canonical-set.js';
import { measure, timed } from '../../measure.mjs';
import { atMost, row } from '../../row.mjs';
import { readyTools, setOf } from './tools.mjs';

const rounds = 15;
const count = 4096;
const ours = 'capability-core: digest of a set of 4,096';
const floor = 'SHA-256 of node:crypto over the same bytes';

/** What the identity of a large set costs: its canonical text, and the digest of that. */
export async function digests() {
  const name = 'digest of a set of 4,096 capabilities';
  const set = setOf(1, readyTools(count));
  const bytes = Buffer.from(set.canonicalJson());
  const millis = await measure(
    {
      [ours]: () => timed(() => canonicalSetDigest(set)),
      [floor]: () => timed(() => createHash('sha256').update(bytes).digest('hex')),
    },
    rounds,
  );
  const ratio = millis[ours].median / millis[floor].median;
  return [row(name, ours, millis, 'ms'), row(name, floor, millis, 'ms', atMost(ratio, 3, 'its time'))];
}
