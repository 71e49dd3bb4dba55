import type { JsonValue } from '@changeover/storage-kit';
import * as z from 'zod/mini';

/** Any value that a record can hold: the store has nothing but JSON, so only its presence is left to check. */
export const Json = z.custom<JsonValue>((value) => value !== undefined);
