import { test } from 'vitest';
import { storeConformance } from '../../src/testing/index.js';
import { openLance } from './lance-folder.js';

for (const { name, run } of storeConformance({ open: () => openLance() })) test(name, run);
