// A server that takes long to start, as one does that loads a model or fills a cache: it waits, and then is the server
// whose entry is its first argument. What the client writes meanwhile stays in the pipe.
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [node, , entry, ...args] = process.argv;
const waitMs = Number(process.env.HERON_COMES_AFTER_MS);
if (entry === undefined || !Number.isFinite(waitMs)) {
  process.stderr.write('sit-still.mjs needs the entry of a server as its argument, and HERON_COMES_AFTER_MS\n');
  process.exit(2);
}
await pause(waitMs);
process.argv = [node, entry, ...args];
await import(pathToFileURL(entry).href);
