import { describe, inject, test } from 'vitest';
import { StateStore } from '../../src/index.js';
import { postgresStore } from '../../src/postgres/index.js';
import { storeConformance } from '../../src/testing/index.js';
import { storeOptions } from './test-database.js';

const server = inject('postgres');

describe('postgres', () => {
  const open = () => StateStore.connect(postgresStore(storeOptions({}, server)));
  for (const { name, run } of storeConformance({ open })) test(name, run);
});
