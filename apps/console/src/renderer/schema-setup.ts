import * as z from 'zod/mini';

// The page's content policy forbids evaluation, and merely trying it is reported; so this comes before any schema.
z.config({ jitless: true });
