import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { boundedMessage, messageOf } from '../../lifecycle/bounded-message.js';
import type { Clock } from '../../lifecycle/clock.js';
import { parseJsonFile } from '../json-file.js';
import { NPM_TIMEOUT_MS } from '../limits.js';
import { PackageError } from '../package-error.js';
import { cancelled, unwritable } from '../package-refusal.js';
import { TimedAbort } from '../timed-abort.js';
import { type NpmEnd, runNpm } from './npm-process.js';
import { type NpmSpec, npmSpec } from './npm-spec.js';

/** A package as npm fetched it. */
export interface PackedPackage extends NpmSpec {
  /** The version that a tag or a range stood for. */
  readonly version: string;
  /** The `.tgz` file. */
  readonly archive: string;
}

/** Where and how long npm may work. */
export interface NpmPacking {
  /** An empty folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Where npm finds this, the project ends that it takes itself to work in: it looks no further for a `.npmrc` of one. A
 * registry may lie in a folder whose files come from anybody.
 */
const PROJECT_END = 'node_modules';

const packed = z.object({
  name: z.string(),
  version: z.string(),
  integrity: z.string().regex(/^sha512-/),
});
const packReport = z.array(packed).length(1);
const failureReport = z.object({ error: z.object({ code: z.string().optional(), summary: z.string() }) });

/**
 * Lets the user's own npm fetch a package, which honours the registry, proxy, certificates and login of `.npmrc` and
 * checks what it fetched against what the registry says of it. A `.npmrc` of a project counts for nothing. No script of
 * the package is run.
 *
 * @throws {PackageError} `invalid-source`, `npm-unavailable`, `npm-failed`, `unwritable` or `cancelled`
 */
export async function npmPack(wanted: NpmSpec, packing: NpmPacking): Promise<PackedPackage> {
  const spec = npmSpec(wanted);
  await mkdir(join(packing.folder, PROJECT_END)).catch((error: unknown) => {
    throw unwritable(packing.folder, error);
  });
  const end = await runWithin(spec, packing);
  const report = packReport.safeParse(jsonOf(end.output)).data?.[0];
  if (end.exitCode !== 0 || report === undefined) throw failed(spec, wordsOf(end));
  const { name, version, integrity } = report;
  const [file, ...others] = (await readdir(packing.folder)).filter((entry) => entry !== PROJECT_END);
  if (name !== wanted.name || file === undefined || others.length > 0) {
    throw failed(spec, 'it fetched something else');
  }
  const archive = join(packing.folder, file);
  if ((await sha512Of(archive)) !== integrity) {
    throw failed(spec, `${file} is not what npm says it fetched, ${integrity}`);
  }
  return { name, version, archive };
}

async function runWithin(spec: string, { folder, clock, signal }: NpmPacking): Promise<NpmEnd> {
  using timed = new TimedAbort(clock, NPM_TIMEOUT_MS, signal);
  const quiet = ['--json', '--no-update-notifier'];
  const args = ['pack', spec, '--ignore-scripts', ...quiet, '--pack-destination', folder];
  try {
    const end = await runNpm(args, { cwd: folder, signal: timed.signal });
    if (signal.aborted) throw cancelled(spec, 'Fetching the package');
    if (timed.isLate) throw failed(spec, `it had no answer within ${NPM_TIMEOUT_MS / 1_000} seconds`);
    return end;
  } catch (error) {
    if (error instanceof PackageError) throw error;
    throw new PackageError(
      'npm-unavailable',
      `npm could not be started to fetch ${spec} (${messageOf(error)}); install npm, or see that it is in the PATH.`,
      { root: spec, cause: error },
    );
  }
}

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return `sha512-${hash.digest('base64')}`;
}

/** npm reports failures as JSON, unless it fails itself. */
function wordsOf({ exitCode, output, errors }: NpmEnd): string {
  const report = failureReport.safeParse(jsonOf(output)).data?.error;
  if (report !== undefined) return [report.code ?? [], report.summary].flat().join(': ');
  return errors.trim() === '' ? `it ended with ${exitCode} and said nothing` : errors.trim();
}

function jsonOf(text: string): unknown {
  const json = parseJsonFile(text);
  return json.ok ? json.value : undefined;
}

function failed(spec: string, reason: string): PackageError {
  return new PackageError(
    'npm-failed',
    `npm did not fetch ${spec}: ${boundedMessage(reason, reason)}. See to the name, the version and the settings in .npmrc.`,
    { root: spec },
  );
}
