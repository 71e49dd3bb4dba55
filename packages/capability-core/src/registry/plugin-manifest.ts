import { z } from 'zod';
import { parseJsonFile } from './json-file.js';
import { PackageError } from './package-error.js';

/** Where a plugin's manifest is. */
export const PLUGIN_MANIFEST_PATH = '.claude-plugin/plugin.json';

const relativePath = z.string().regex(/^\.\//, 'must start with ./');

const manifestSchema = z.looseObject({
  name: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^\p{Cc}\s:]+$/u, 'must not hold spaces, colons or control characters'),
  version: z.string().min(1).max(128).optional(),
  description: z.string().optional(),
  skills: z.union([relativePath, z.array(relativePath)]).optional(),
  mcpServers: z.union([relativePath, z.record(z.string(), z.unknown())]).optional(),
});

/** The fields of a plugin's manifest that are read; others are allowed and have no effect here. */
export type PluginManifest = z.infer<typeof manifestSchema>;

/**
 * Reads a plugin's manifest.
 *
 * @throws {PackageError} `invalid-manifest`, with the line or the field at fault
 */
export function readPluginManifest(root: string, text: string): PluginManifest {
  const path = PLUGIN_MANIFEST_PATH;
  const json = parseJsonFile(text);
  if (!json.ok) {
    throw new PackageError('invalid-manifest', `${path} of ${root} is no JSON: ${json.reason}.`, {
      root,
      path,
      line: json.line,
    });
  }
  const manifest = manifestSchema.safeParse(json.value);
  if (manifest.success) return manifest.data;
  const reasons = manifest.error.issues.map(
    (issue) => `${issue.path.length === 0 ? 'the document' : issue.path.join('.')}: ${issue.message}`,
  );
  throw new PackageError('invalid-manifest', `${path} of ${root} cannot be used: ${reasons.join('; ')}.`, {
    root,
    path,
    cause: manifest.error,
  });
}
