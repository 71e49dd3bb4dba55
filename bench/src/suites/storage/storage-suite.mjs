import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitsOfManyWriters, commitsOfOneWriter } from './commits.mjs';
import { growth } from './growth.mjs';
import { largeStore } from './large-store.mjs';
import { loads } from './loads.mjs';
import { freshValue, keyOf } from './records.mjs';
import { exported, openSubject, ours } from './subjects.mjs';

const records = 10_000;

/** Durable commits and loads of records of 1 KiB, in stores that hold 10,000 of them, and what a large store costs. */
export async function storageSuite() {
  const folder = await mkdtemp(join(tmpdir(), 'changeover-bench-'));
  const makeFolder = () => mkdtemp(join(folder, 'store-'));
  try {
    return [...(await besidePeers(folder)), ...(await growth(makeFolder)), ...(await largeStore(makeFolder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function besidePeers(folder) {
  const subjects = {};
  try {
    for (const [name, open] of Object.entries(openSubject)) subjects[name] = await open(folder);
    await fill(subjects);
    return [
      ...(await commitsOfOneWriter(subjects, records)),
      ...(await commitsOfManyWriters(subjects, records)),
      ...(await loads(subjects, records)),
    ];
  } finally {
    for (const subject of Object.values(subjects)) await subject.close();
  }
}

async function fill(subjects) {
  const indexes = Array.from({ length: records }, (_, index) => index);
  for (const [name, store] of Object.entries(subjects)) {
    if (name === ours) await Promise.all(indexes.map((index) => store.commit(keyOf(index), freshValue())));
    else if (name === exported) for (const index of indexes) store.put(keyOf(index), freshValue());
    else for (const index of indexes) await store.commit(keyOf(index), freshValue());
  }
}
