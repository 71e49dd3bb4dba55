import { z } from 'zod';
import { MAX_PACKAGE_VERSION_BYTES } from '../identity/limits.js';
import { textFlaw, utf8Length } from '../identity/text-rules.js';
import { isJsonMap, parseJsonFile } from './json-file.js';
import { MAX_PACKAGE_NAME_BYTES } from './limits.js';
import { PackageError } from './package-error.js';

/** Where a plugin's manifest is. */
export const PLUGIN_MANIFEST_PATH = '.claude-plugin/plugin.json';

/** Why a name cannot stand in front of the names of a package's items, or `null` when it can. */
export function packageNameFlaw(name: string): string | null {
  if (name.includes(':')) return 'must not hold a colon';
  if (utf8Length(name) > MAX_PACKAGE_NAME_BYTES)
    return `must not be longer than ${MAX_PACKAGE_NAME_BYTES} bytes`;
  return textFlaw(name);
}

function versionFlaw(version: string): string | null {
  if (utf8Length(version) > MAX_PACKAGE_VERSION_BYTES) {
    return `must not be longer than ${MAX_PACKAGE_VERSION_BYTES} bytes`;
  }
  return textFlaw(version);
}

const text = (flawOf: (value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const message = flawOf(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const relativePath = z.string().regex(/^\.\//, 'must start with ./');

const pathList = z.union([relativePath, z.array(relativePath)]);

/** Not a record of the library's: that would leave out a server named `__proto__` and say nothing. */
const jsonMap = (what: string) =>
  z.custom<Readonly<Record<string, unknown>>>(isJsonMap, `must be a map of ${what}`);

const manifestSchema = z.looseObject({
  name: text(packageNameFlaw),
  version: text(versionFlaw).optional(),
  description: z.string().optional(),
  skills: pathList.optional(),
  agents: pathList.optional(),
  hooks: z.union([pathList, jsonMap('hooks')]).optional(),
  commands: z.union([pathList, jsonMap('commands')]).optional(),
  mcpServers: z.union([relativePath, jsonMap('servers')]).optional(),
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
