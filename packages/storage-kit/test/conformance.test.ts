import { describe, test } from 'vitest';
import { storeConformance } from '../src/testing/index.js';
import { backends } from './backends.js';

describe.each(Object.entries(backends))('%s', (_name, open) => {
  for (const { name, run } of storeConformance({ open })) test(name, run);
});
