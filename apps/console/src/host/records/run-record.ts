import * as z from 'zod/mini';
import { Run } from '../../protocol/run.js';

/** `run/{session}/{id}`: a run as it was last seen. */
export const RunRecord = z.readonly(z.object({ format: z.literal(1), run: Run }));
export type RunRecord = z.infer<typeof RunRecord>;
