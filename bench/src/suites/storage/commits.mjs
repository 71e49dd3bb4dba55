import { measure } from '../../measure.mjs';
import { atLeast, atMost, row } from '../../row.mjs';
import { exported, native, ours } from './subjects.mjs';

const rounds = 9;

/** What a subject takes a round for at most: slow ones commit less. */
const commitsOfOne = { [exported]: 5, 'PGlite (strict durability)': 200 };

/** Durable commits of one writer. */
export async function commitsOfOneWriter(subjects, records) {
  const name = 'durable commit, 1 writer';
  const perSecond = await measure(
    each(subjects, (name, subject) =>
      subject.ask('commits', { records, writers: 1, commitsEach: commitsOfOne[name] ?? 1000 }),
    ),
    rounds,
  );
  const own = perSecond[ours].median;
  return Object.keys(subjects).map((subject) => {
    const theirs = perSecond[subject].median;
    if (subject === native)
      return row(name, subject, perSecond, 'commits/s', atMost(theirs / own, 2, 'its time'));
    if (subject === exported)
      return row(name, subject, perSecond, 'commits/s', atLeast(own / theirs, 70, 'its rate'));
    return compared(name, subject, perSecond, own / theirs);
  });
}

/** Durable commits of 64 writers at once. */
export async function commitsOfManyWriters({ [exported]: _, ...subjects }, records) {
  const name = 'durable commits, 64 writers';
  const perSecond = await measure(
    each(subjects, (name, subject) =>
      subject.ask('commits', { records, writers: 64, commitsEach: name === ours ? 60 : 12 }),
    ),
    rounds,
  );
  const own = perSecond[ours].median;
  return Object.keys(subjects).map((subject) => {
    const ratio = own / perSecond[subject].median;
    if (subject === native) return row(name, subject, perSecond, 'commits/s', atLeast(ratio, 5, 'its rate'));
    return compared(name, subject, perSecond, ratio);
  });
}

function each(subjects, ask) {
  return Object.fromEntries(
    Object.entries(subjects).map(([name, subject]) => [name, () => ask(name, subject)]),
  );
}

function compared(name, subject, perSecond, ratio) {
  const relation = subject === ours ? undefined : { ratio, target: null, met: null };
  return row(name, subject, perSecond, 'commits/s', relation);
}
