import { z } from 'zod';
import { messageOf } from '../lifecycle/bounded-message.js';
import { ModelError } from '../model/model-error.js';
import { retryAfterMs } from '../model/retry-after.js';
import type { ClientSettings } from './client-options.js';

const optionalText = z.string().optional().catch(undefined);

/** What a refusal says, in the forms that servers give it. */
const refusalSchema = z.looseObject({
  error: z
    .union([z.string(), z.looseObject({ message: z.string(), code: z.unknown().optional() })])
    .optional()
    .catch(undefined),
  message: optionalText,
  detail: optionalText,
});

/** A refusal before its meaning is clear. */
export interface Refusal {
  readonly status: number | null;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** The error that a refusal of the provider is. */
export function refusalError({ status, header, text }: Refusal, settings: ClientSettings): ModelError {
  const { message, code } = saidIn(text);
  // Cut only after what is secret was removed: half of a key would not be found.
  const reason = messageOf(settings.secrets.removedFrom(message), 'It gave no reason.');
  // A used-up account has this status as well, and waiting does not fill it.
  if ((status === 429 && code !== 'insufficient_quota') || status === 503) {
    const fault = { code: 'rate-limited', retryAfterMs: retryAfterMs(header, settings.clock.now()) } as const;
    return new ModelError(fault, { cause: new Error(reason) });
  }
  return new ModelError({ code: 'provider-refused', status, reason });
}

function saidIn(text: string): { readonly message: string; readonly code: unknown } {
  const parsed = refusalSchema.safeParse(jsonOf(text));
  // Proxies answer in HTML or plain text.
  if (!parsed.success) return { message: text.trim(), code: null };
  const { error, message, detail } = parsed.data;
  if (typeof error === 'object') return { message: error.message, code: error.code };
  return { message: error ?? message ?? detail ?? '', code: null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
