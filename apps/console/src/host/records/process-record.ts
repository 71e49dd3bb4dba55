import * as z from 'zod/mini';

/** `process/{pid}`: a process group that the host started and has not seen end. */
export const ProcessRecord = z.readonly(
  z.object({
    format: z.literal(1),
    server: z.string(),
    pid: z.number(),
    startTime: z.nullable(z.string()),
    command: z.string(),
  }),
);
export type ProcessRecord = z.infer<typeof ProcessRecord>;
