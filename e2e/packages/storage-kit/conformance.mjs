import { randomUUID } from 'node:crypto';
import { StateStore } from '@changeover/storage-kit';
import { storeConformance } from '@changeover/storage-kit/testing';

// Prints one line of JSON for each backend: how many cases it passed, and what failed.

const backends = [
  () => ({ backend: 'memory' }),
  () => ({ backend: 'sqlite', location: ':memory:' }),
  () => ({ backend: 'sqlite', location: `${randomUUID()}.sqlite` }),
];

for (const config of backends) {
  const cases = storeConformance({ open: () => StateStore.connect(config()) });
  const failed = [];
  for (const { name, run } of cases) {
    await run().catch((error) => failed.push(`${name}: ${String(error)}`));
  }
  console.log(JSON.stringify({ passed: cases.length - failed.length, failed }));
}
