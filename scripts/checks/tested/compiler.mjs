// @ts-check
import { createRequire } from 'node:module';

/**
 * The compiler as a library. Required and not imported: an import would read its nine megabytes twice more, only to
 * find the names that it exports.
 *
 * @type {typeof import('typescript')}
 */
export const ts = createRequire(import.meta.url)('typescript');
