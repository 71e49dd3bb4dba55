import * as z from 'zod/mini';
import { Activity } from '../../protocol/activity.js';

/** `audit/{sequence}`: one line of the audit log. */
export const AuditRecord = z.readonly(z.object({ format: z.literal(1), activity: Activity }));
export type AuditRecord = z.infer<typeof AuditRecord>;
