import * as z from 'zod/mini';

/** Where the console keeps its state, and how that store is. */
export const StoreHealth = z.readonly(
  z.object({
    backend: z.string(),
    location: z.string(),
    revision: z.number(),
    /** Bytes of the snapshot and of the journal behind it. */
    snapshotBytes: z.number(),
    journalBytes: z.number(),
    /** What opening had to cut off after a crash, in words; null when nothing was. */
    recovery: z.nullable(z.string()),
    /** False after a failed write: nothing more is stored until the console is restarted. */
    writable: z.boolean(),
  }),
);
export type StoreHealth = z.infer<typeof StoreHealth>;

export const HostHealth = z.readonly(
  z.object({
    version: z.string(),
    carrier: z.enum(['electron', 'loopback', 'in-process']),
    pid: z.number(),
    /** Epoch milliseconds. */
    startedAt: z.number(),
    node: z.string(),
    /** Folder of the demonstration project; null when none was given. */
    project: z.nullable(z.string()),
    /** What the servers of packages are started with where they leave it to the host. */
    servers: z.readonly(
      z.object({
        /** What stands in for `${NAME}`, besides the package's own folder. */
        variables: z.readonly(z.record(z.string(), z.string())),
        /** The working folder of those that name none, and of relative ones. */
        cwd: z.string(),
      }),
    ),
  }),
);
export type HostHealth = z.infer<typeof HostHealth>;
