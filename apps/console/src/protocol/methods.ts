import * as z from 'zod/mini';
import { ActivityFilter, ActivityPage } from './activity.js';
import { BatchPreview } from './batch.js';
import { PackageItem, RegistryPlan, StoredPackage } from './capability-package.js';
import { CatalogDiff } from './catalog-diff.js';
import { Catalog, Stamp } from './generation.js';
import {
  NAME_MAX_LENGTH,
  PACKAGES_PER_BATCH_MAX,
  PAGE_LINES_MAX,
  PATH_MAX_LENGTH,
  PROMPT_MAX_LENGTH,
  REASON_MAX_LENGTH,
} from './limits.js';
import { SESSION_NAME, SESSION_NAME_RULE } from './session-name.js';
import { TranscriptPage } from './transcript.js';

const name = z.string().check(z.minLength(1), z.maxLength(NAME_MAX_LENGTH));
const sessionName = z.string().check(z.regex(SESSION_NAME, `a name has ${SESSION_NAME_RULE}`));
const folder = z.string().check(z.minLength(1), z.maxLength(PATH_MAX_LENGTH));
const digest = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/, 'is no digest'));
const packageNames = z.array(name).check(z.maxLength(PACKAGES_PER_BATCH_MAX));
const count = z.number().check(z.int(), z.minimum(0));
const pageLines = z.number().check(z.int(), z.minimum(1), z.maximum(PAGE_LINES_MAX));
/** Package versions to put in force, and names of packages to take away. */
const packageChange = {
  add: z.array(digest).check(z.maxLength(PACKAGES_PER_BATCH_MAX)),
  remove: packageNames,
};
/** What a batch is made of: some packages of one package generation. */
const batchContent = { session: name, packageGeneration: count, packages: packageNames };
const reason = z.nullable(z.string().check(z.maxLength(REASON_MAX_LENGTH)));
const nothing = z.object({});

/** Every request a page can make: what it sends and what comes back. */
export const METHODS = {
  /** Does nothing; the time until its answer is how long the host takes to answer at all. */
  'host.ping': { params: nothing, result: nothing },
  'session.create': { params: z.object({ id: sessionName }), result: z.object({ id: z.string() }) },
  'session.close': { params: z.object({ id: name, reason }), result: nothing },
  /**
   * Copies a folder into the store, with a receipt for each item; puts nothing in force and starts nothing. A folder
   * with content that is stored already changes nothing.
   */
  'package.store': {
    params: z.object({ folder }),
    result: z.object({ package: StoredPackage, items: z.readonly(z.array(PackageItem)), isNew: z.boolean() }),
  },
  'package.receipt': {
    params: z.object({ digest }),
    result: z.object({ items: z.readonly(z.array(PackageItem)) }),
  },
  /** Says what the change would do; changes nothing. */
  'package.plan': { params: z.object(packageChange), result: RegistryPlan },
  /** Publishes the next package generation; refused when another one was published since `base`. */
  'package.apply': {
    params: z.object({ ...packageChange, base: count, reason }),
    result: z.object({ generation: z.number() }),
  },
  /** Deletes a stored version that nothing holds. */
  'package.forget': { params: z.object({ digest, reason }), result: nothing },
  /** Lets a server of exactly this content and command line be started, or leaves it out. */
  'package.decide': {
    params: z.object({ digest, server: name, decision: z.enum(['allowed', 'refused']), reason }),
    result: nothing,
  },
  /** Hashes everything that is stored again. */
  'package.verify': {
    params: nothing,
    result: z.object({
      checked: z.number(),
      damaged: z.readonly(
        z.array(z.readonly(z.object({ digest: z.string(), path: z.string(), reason: z.string() }))),
      ),
    }),
  },
  'batch.preview': { params: z.object(batchContent), result: BatchPreview },
  /** Resolves when the batch has been committed; a failed or cancelled one is an error. Progress comes as events. */
  'batch.apply': {
    params: z.object({ ...batchContent, reason }),
    result: z.object({ batch: z.string(), previous: Stamp, committed: Stamp }),
  },
  'batch.cancel': { params: z.object({ session: name, batch: name }), result: nothing },
  /** Resolves when the run has been admitted. */
  'run.start': {
    params: z.object({
      session: name,
      rehearsal: name,
      prompt: z.string().check(z.regex(/\S/, 'a run needs a prompt'), z.maxLength(PROMPT_MAX_LENGTH)),
    }),
    result: z.object({ run: z.string(), generation: z.number() }),
  },
  /** Lets a run go on that waits for a person at `label`. */
  'run.continue': { params: z.object({ run: name, label: name }), result: nothing },
  'run.cancel': { params: z.object({ run: name }), result: nothing },
  'catalog.read': { params: z.object({ session: name, generation: count }), result: Catalog },
  'catalog.diff': { params: z.object({ session: name, from: count, to: count }), result: CatalogDiff },
  'transcript.read': {
    params: z.object({ session: name, run: name, after: count, limit: pageLines }),
    result: TranscriptPage,
  },
  /** Lines older than `before`, or the newest ones. */
  'activity.read': {
    params: z.object({ filter: ActivityFilter, before: z.nullable(count), limit: pageLines }),
    result: ActivityPage,
  },
} as const;

export type Method = keyof typeof METHODS;
export type MethodParams<M extends Method> = z.infer<(typeof METHODS)[M]['params']>;
export type MethodResult<M extends Method> = z.infer<(typeof METHODS)[M]['result']>;
