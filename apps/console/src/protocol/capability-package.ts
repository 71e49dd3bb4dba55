import * as z from 'zod/mini';

/** What became of one item of a package when it was read. */
export const PackageItem = z.readonly(
  z.object({
    kind: z.string(),
    name: z.string(),
    path: z.string(),
    outcome: z.enum(['loaded', 'loaded-with-diagnostics', 'skipped']),
    diagnostics: z.readonly(
      z.array(z.readonly(z.object({ path: z.string(), line: z.nullable(z.number()), reason: z.string() }))),
    ),
  }),
);
export type PackageItem = z.infer<typeof PackageItem>;

/** One package version, wherever it is named: its content digest is what it is. */
export const PackageVersion = z.readonly(
  z.object({ name: z.string(), version: z.string(), digest: z.string() }),
);
export type PackageVersion = z.infer<typeof PackageVersion>;

/** How a server is started, as its package writes it. */
const start = {
  /** Program and arguments. */
  command: z.readonly(z.array(z.string())),
  env: z.readonly(z.record(z.string(), z.string())),
  /** Its working folder; null for the one that the host chooses. */
  cwd: z.nullable(z.string()),
};
export const ServerStart = z.readonly(z.object(start));
export type ServerStart = z.infer<typeof ServerStart>;

/** A server that a package brings, and whether a person lets it be started. */
export const ServerConsent = z.readonly(
  z.object({
    ...start,
    package: PackageVersion,
    server: z.string(),
    decision: z.enum(['undecided', 'allowed', 'refused']),
    /** Epoch milliseconds. */
    decidedAt: z.nullable(z.number()),
    reason: z.nullable(z.string()),
    /** What was last allowed for the server of this name of another version; null for the first. */
    previous: z.nullable(ServerStart),
  }),
);
export type ServerConsent = z.infer<typeof ServerConsent>;

/** A package version in the content-addressed store. */
export const StoredPackage = z.readonly(
  z.object({
    name: z.string(),
    version: z.string(),
    digest: z.string(),
    /** Where it was installed from. */
    source: z.string(),
    /** Epoch milliseconds. */
    installedAt: z.number(),
    bytes: z.number(),
    fileCount: z.number(),
    /** Lines of its receipt by outcome. */
    loaded: z.number(),
    diagnosed: z.number(),
    skipped: z.number(),
    servers: z.readonly(z.array(ServerConsent)),
    /** Why its receipt cannot be read, so that little is known of it; storing it again mends it. */
    damage: z.exactOptional(z.string()),
    /** `in-force`: part of the newest package generation. `kept`: of an older one. `unused`: of none. */
    state: z.enum(['in-force', 'kept', 'unused']),
    /** Whoever keeps it in the store although it is no longer in force: sessions, runs, recent generations. */
    holders: z.readonly(z.array(z.string())),
  }),
);
export type StoredPackage = z.infer<typeof StoredPackage>;

/** One state of all installed packages. */
export const PackageGeneration = z.readonly(
  z.object({
    generation: z.number(),
    /** Epoch milliseconds. */
    publishedAt: z.number(),
    cause: z.string(),
    packages: z.readonly(z.array(PackageVersion)),
  }),
);
export type PackageGeneration = z.infer<typeof PackageGeneration>;

/** The package registry as pages see it. */
export const Registry = z.readonly(
  z.object({
    /** Number of the newest package generation; 0 while nothing was ever installed. */
    generation: z.number(),
    /** Those still stored, ascending. */
    generations: z.readonly(z.array(PackageGeneration)),
    packages: z.readonly(z.array(StoredPackage)),
    /** Folders that the project brings and that can be installed. */
    suggestions: z.readonly(z.array(z.readonly(z.object({ folder: z.string(), name: z.string() })))),
  }),
);
export type Registry = z.infer<typeof Registry>;

/** What an item of one package generation is in another. */
export const ItemChange = z.readonly(
  z.object({
    change: z.enum(['added', 'removed', 'changed']),
    kind: z.string(),
    publicName: z.string(),
    package: z.string(),
    fromDigest: z.nullable(z.string()),
    toDigest: z.nullable(z.string()),
  }),
);
export type ItemChange = z.infer<typeof ItemChange>;

/** What a change of the installed packages would do, computed before anything is published. */
export const RegistryPlan = z.readonly(
  z.object({
    base: z.number(),
    target: z.number(),
    packages: z.readonly(
      z.array(
        z.readonly(
          z.object({
            change: z.enum(['added', 'removed', 'upgraded', 'unchanged']),
            name: z.string(),
            from: z.nullable(PackageVersion),
            to: z.nullable(PackageVersion),
          }),
        ),
      ),
    ),
    items: z.readonly(z.array(ItemChange)),
    unchangedItems: z.number(),
    conflicts: z.readonly(
      z.array(
        z.readonly(
          z.object({
            kind: z.string(),
            publicName: z.string(),
            packages: z.readonly(z.array(z.string())),
            message: z.string(),
          }),
        ),
      ),
    ),
    /** Servers of the target that nobody has decided about. */
    undecided: z.readonly(z.array(ServerConsent)),
    /** Open sessions whose generation is made of a package that this changes or removes. */
    sessions: z.readonly(z.array(z.string())),
    /** Stored versions that nobody would keep after it, so that their content is deleted. */
    deleted: z.readonly(z.array(PackageVersion)),
  }),
);
export type RegistryPlan = z.infer<typeof RegistryPlan>;
