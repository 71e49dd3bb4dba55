import * as z from 'zod/mini';
import { ConsoleEvent } from './console-event.js';
import { ConsoleState } from './console-state.js';
import { ErrorReport } from './error-report.js';

/** What a page sends. `hello` comes first, and again when the page has noticed a gap. */
export const PageMessage = z.discriminatedUnion('type', [
  z.readonly(z.object({ type: z.literal('hello'), protocol: z.number() })),
  z.readonly(
    z.object({ type: z.literal('request'), id: z.number(), method: z.string(), params: z.unknown() }),
  ),
  z.readonly(z.object({ type: z.literal('abort'), id: z.number() })),
]);
export type PageMessage = z.infer<typeof PageMessage>;

/**
 * What a host sends. Events carry consecutive sequence numbers that continue the snapshot's; a page that misses one
 * says `hello` again. `unavailable` is all that a host says that could not open its store.
 */
export const HostMessage = z.discriminatedUnion('type', [
  z.readonly(
    z.object({
      type: z.literal('snapshot'),
      protocol: z.number(),
      sequence: z.number(),
      state: ConsoleState,
    }),
  ),
  z.readonly(z.object({ type: z.literal('event'), sequence: z.number(), event: ConsoleEvent })),
  z.readonly(z.object({ type: z.literal('result'), id: z.number(), result: z.unknown() })),
  z.readonly(z.object({ type: z.literal('error'), id: z.number(), error: ErrorReport })),
  z.readonly(z.object({ type: z.literal('unavailable'), error: ErrorReport })),
]);
export type HostMessage = z.infer<typeof HostMessage>;
