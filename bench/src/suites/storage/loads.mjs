import { measure } from '../../measure.mjs';
import { atMost, row } from '../../row.mjs';
import { exported, native, ours } from './subjects.mjs';

const rounds = 9;
const loadsPerRound = 10_000;

/** Loads of one record of 1 KiB: of so few that they fit our cache of records, and of all in turn, which do not. */
export async function loads({ [exported]: _, ...subjects }, records) {
  return [
    ...(await loadsOf('load of one record, 2,000 in turn', subjects, 2000, 1)),
    ...(await loadsOf(`load of one record, ${records.toLocaleString('en')} in turn`, subjects, records, 3)),
  ];
}

async function loadsOf(name, subjects, records, most) {
  const micros = await measure(
    Object.fromEntries(
      Object.entries(subjects).map(([name, subject]) => [
        name,
        () => subject.ask('loads', { records, loads: loadsPerRound }),
      ]),
    ),
    rounds,
  );
  const own = micros[ours].median;
  return Object.keys(subjects).map((subject) => {
    const ratio = own / micros[subject].median;
    if (subject === native) return row(name, subject, micros, 'µs', atMost(ratio, most, 'its time'));
    return row(
      name,
      subject,
      micros,
      'µs',
      subject === ours ? undefined : { ratio, target: null, met: null },
    );
  });
}
