import * as z from 'zod/mini';
import { BatchPreview } from './batch.js';
import { PackageFolder } from './capability-package.js';
import { Stamp } from './generation.js';
import {
  NAME_MAX_LENGTH,
  PACKAGES_PER_BATCH_MAX,
  PATH_MAX_LENGTH,
  PROMPT_MAX_LENGTH,
  REASON_MAX_LENGTH,
} from './limits.js';

const name = z.string().check(z.minLength(1), z.maxLength(NAME_MAX_LENGTH));
/** A session's id is part of record keys and of links, so it is made of few characters. */
const sessionName = z
  .string()
  .check(
    z.regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'use 1 to 64 of a-z 0-9 . _ - and begin with a letter or digit'),
  );
const folder = z.string().check(z.minLength(1), z.maxLength(PATH_MAX_LENGTH));
const folders = z.array(folder).check(z.maxLength(PACKAGES_PER_BATCH_MAX));
const reason = z.nullable(z.string().check(z.maxLength(REASON_MAX_LENGTH)));
const nothing = z.object({});

/** Every request a page can make: what it sends and what comes back. */
export const METHODS = {
  /** Does nothing; the time until its answer is how long the host takes to answer at all. */
  'host.ping': { params: nothing, result: nothing },
  'session.create': { params: z.object({ id: sessionName }), result: z.object({ id: z.string() }) },
  'session.close': { params: z.object({ id: name, reason }), result: nothing },
  /** Reads a folder as a capability package, and keeps it in the list. Starts nothing. */
  'package.read': { params: z.object({ folder }), result: PackageFolder },
  'batch.preview': { params: z.object({ session: name, folders }), result: BatchPreview },
  /** Resolves when the batch has been committed; a failed or cancelled one is an error. Progress comes as events. */
  'batch.apply': {
    params: z.object({ session: name, folders, reason }),
    result: z.object({ batch: z.string(), previous: Stamp, committed: Stamp }),
  },
  'batch.cancel': { params: z.object({ session: name, batch: name }), result: nothing },
  /** Resolves when the run has been admitted. */
  'run.start': {
    params: z.object({
      session: name,
      rehearsal: name,
      prompt: z.string().check(z.maxLength(PROMPT_MAX_LENGTH)),
    }),
    result: z.object({ run: z.string(), generation: z.number() }),
  },
  /** Lets a run go on that waits for a person at `label`. */
  'run.continue': { params: z.object({ run: name, label: name }), result: nothing },
  'run.cancel': { params: z.object({ run: name }), result: nothing },
} as const;

export type Method = keyof typeof METHODS;
export type MethodParams<M extends Method> = z.infer<(typeof METHODS)[M]['params']>;
export type MethodResult<M extends Method> = z.infer<(typeof METHODS)[M]['result']>;
