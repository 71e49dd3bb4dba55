import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitsOfManyWriters, commitsOfOneWriter } from './commits.mjs';
import { growth } from './growth.mjs';
import { largeStore } from './large-store.mjs';
import { loads } from './loads.mjs';
import { Subject } from './subject.mjs';
import { openSubject } from './subjects.mjs';

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
    for (const name of Object.keys(openSubject)) {
      subjects[name] = await Subject.open(name, folder);
      await subjects[name].ask('fill', { records });
    }
    return [
      ...(await commitsOfOneWriter(subjects, records)),
      ...(await commitsOfManyWriters(subjects, records)),
      ...(await loads(subjects, records)),
    ];
  } finally {
    for (const subject of Object.values(subjects)) await subject.close();
  }
}
