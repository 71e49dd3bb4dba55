// A server that cannot start, and notices it late: by then the wheel beside it is ready, and has to be undone.
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_FOR_THE_FLOAT_MS = 4_000;

await pause(LOOK_FOR_THE_FLOAT_MS);
process.stderr.write('the gauge has no float: hang one into the shaft and start again\n');
process.exit(1);
