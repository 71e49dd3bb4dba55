// @ts-check
import { availableParallelism } from 'node:os';

/**
 * How many tests run side by side: a third of their time goes by while they wait for disks, processes and each other, so
 * there is work for half as many again as there are cores.
 */
export const workers = Math.ceil(1.5 * availableParallelism());
