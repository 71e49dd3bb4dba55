import { z } from 'zod';
import { Sha256Digest } from '../../identity/sha256-digest.js';
import { MAX_SOURCES_PER_VERSION } from '../limits.js';

/** What the records of a registry look like on the disk, inside their seals. */

const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .transform((text) => Sha256Digest.parse(text));
const count = z.int().nonnegative();
const packageRef = z.object({ name: z.string(), version: z.string(), digest });

const diagnostic = z.object({ path: z.string(), line: z.int().exactOptional(), reason: z.string() });
const item = z.object({
  kind: z.enum(['skill', 'mcp', 'agent', 'command', 'context', 'hook', 'manifest']),
  name: z.string(),
  path: z.string(),
  outcome: z.enum(['loaded', 'loaded-with-diagnostics', 'skipped']),
  diagnostics: z.array(diagnostic),
});
const skill = z.object({
  name: z.string(),
  description: z.string(),
  allowedTools: z.string().exactOptional(),
  disableModelInvocation: z.boolean(),
  kind: z.enum(['persona', 'tool', 'instruction']),
  tags: z.array(z.string()),
  version: z.string().exactOptional(),
});
const server = z.object({
  name: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  cwd: z.string().nullable(),
});
const limits = z.object({
  maxFiles: count,
  maxBytes: count,
  maxDepth: count,
  maxSkillBytes: count,
  maxManifestBytes: count,
});

/** Where a package comes from, as a host gives it and as a receipt keeps it. */
export const sourceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('folder'), path: z.string() }),
  z.object({ type: z.literal('archive'), path: z.string() }),
  z.object({ type: z.literal('npm'), name: z.string(), version: z.string() }),
  z.object({ type: z.literal('marketplace'), path: z.string(), plugin: z.string() }),
]);

/** `packages/<hex>.json`: what was stored, from where, and what became of each item. */
export const receiptSchema = packageRef.extend({
  format: z.literal('claude-code-plugin'),
  /** Version of the reader that said what the content brings. */
  reader: count,
  manifestDigest: digest,
  /** Name of the folder that was installed, which stands in for what a package does not say of itself. */
  folderName: z.string(),
  sources: z.array(sourceSchema).min(1).max(MAX_SOURCES_PER_VERSION),
  /** Counts the versions as they are installed; times may repeat or go back. */
  order: count,
  installedAt: count,
  /** What the package was read within; it is read again within the same. */
  limits,
  /** Path, bytes, digest, and whether it can be executed. */
  files: z.array(z.tuple([z.string(), count, digest, z.boolean()])),
  items: z.array(item),
  skills: z.array(z.object({ skill, path: z.string(), digest })),
  servers: z.array(z.object({ config: server, path: z.string() })),
  /** Receipts of older readers say nothing of these. */
  values: z
    .array(
      z.object({ kind: z.enum(['agent', 'command', 'context']), name: z.string(), path: z.string(), digest }),
    )
    .default([]),
});

/** A receipt as it is on the disk. */
export type Receipt = z.infer<typeof receiptSchema>;

/** `generations/<digits>.json`: one published generation. */
export const generationSchema = z.object({
  generation: z.int().positive(),
  revision: digest,
  publishedAt: count,
  cause: z.string(),
  packages: z.array(packageRef),
});

/** `consents/<hex>.json`: what was decided about the servers of one version. */
export const consentsSchema = packageRef.extend({
  decisions: z.array(
    z.object({
      server: z.string(),
      command: z.array(z.string()),
      env: z.record(z.string(), z.string()),
      cwd: z.string().nullable(),
      decision: z.enum(['allowed', 'refused']),
      decidedAt: count,
      reason: z.string().nullable(),
    }),
  ),
});

/** The decisions about one version. */
export type Consents = z.infer<typeof consentsSchema>;
