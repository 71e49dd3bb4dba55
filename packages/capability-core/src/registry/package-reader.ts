import { Sha256Digest } from '../identity/sha256-digest.js';
import { boundedMessage } from '../lifecycle/bounded-message.js';
import type { FirstArgument } from './command-arguments.js';
import { readHooks, readHooksFile } from './hooks-file.js';
import { identifierOf } from './identifier.js';
import { isJsonMap } from './json-file.js';
import { repeatedKeys } from './json-repeats.js';
import type { PackageLimits } from './limits.js';
import { type PackagedServer, readMcpFile, readMcpServers } from './mcp-file.js';
import { refuseClashes } from './name-clashes.js';
import { PackageError } from './package-error.js';
import type { PackageFile } from './package-file.js';
import type { PackageFiles } from './package-files.js';
import type { PackageFolder } from './package-folder.js';
import { ItemReport, type PackageItem, type PackageItemKind, type ReadItem } from './package-item.js';
import { cancelled } from './package-refusal.js';
import type { PackagedValue } from './packaged-value.js';
import {
  PLUGIN_MANIFEST_PATH,
  type PluginManifest,
  packageNameFlaw,
  readPluginManifest,
} from './plugin-manifest.js';
import { type PackagedSkill, readSkillFile } from './skill-file.js';
import { listedPath, SkillFolders } from './skill-folders.js';
import { ValueReader } from './value-reader.js';

const MCP_PATH = '.mcp.json';
const HOOKS_PATH = 'hooks/hooks.json';
const SKILL_FILE = /^SKILL\.md$/i;

/** What a package is read with. */
export interface PackageReading {
  readonly limits: PackageLimits;
  /** Names of variables that the host sets for servers. */
  readonly variables: ReadonlySet<string>;
  /** Which argument of a command its text means by `$1`. */
  readonly firstArgument: FirstArgument;
  /** Stands in for a name that the package does not give itself. */
  readonly folderName: string;
  readonly signal: AbortSignal;
}

/** Reads the items of a package whose files were scanned. */
export class PackageReader {
  readonly #files: PackageFiles;
  readonly #limits: PackageLimits;
  readonly #variables: ReadonlySet<string>;
  readonly #firstArgument: FirstArgument;
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #remarks: PackageItem[] = [];

  constructor(files: PackageFiles, { limits, variables, firstArgument, folderName, signal }: PackageReading) {
    this.#files = files;
    this.#limits = limits;
    this.#variables = variables;
    this.#firstArgument = firstArgument;
    this.#folder = folderName;
    this.#signal = signal;
  }

  /** @throws {PackageError} `not-a-package`, `invalid-manifest`, `unsafe-name`, `byte-limit-exceeded`, `cancelled`, … */
  async read(): Promise<PackageFolder> {
    const files = this.#files;
    const limits = this.#limits;
    const manifestFile = files.get(PLUGIN_MANIFEST_PATH);
    const manifest = manifestFile === undefined ? null : await this.#manifest(manifestFile);
    const skills = refuseClashes(await this.#skills(manifest), ({ skill }) => identifierOf(skill.name));
    const servers = refuseClashes(await this.#servers(manifest), ({ config }) => identifierOf(config.name));
    const values = await this.#values(manifest);
    const hooks = await this.#hooks(manifest);
    const items = [...skills, ...servers, ...values, ...hooks].map(({ item }) => item);
    if (manifest === null && items.length === 0) throw this.#notAPackage();
    items.push(...this.#remarks, ...this.#misplaced(items));
    return Object.freeze({
      root: files.root,
      format: 'claude-code-plugin',
      name: manifest?.name ?? this.#folderName(),
      version: manifest?.version ?? `0.0.0-${files.digest.slice('sha256:'.length, 'sha256:'.length + 12)}`,
      digest: files.digest,
      manifestDigest: manifestFile?.digest ?? Sha256Digest.ofText(''),
      items: Object.freeze(items),
      skills: Object.freeze(loaded(skills)),
      servers: Object.freeze(loaded(servers)),
      values: Object.freeze(loaded(values)),
      files: files.files,
      verify: (options: { readonly signal: AbortSignal }) => files.verify(limits, options),
    });
  }

  async #manifest(file: PackageFile): Promise<PluginManifest> {
    return readPluginManifest(this.#files.root, await this.#json(file));
  }

  async #skills(manifest: PluginManifest | null): Promise<readonly ReadItem<PackagedSkill>[]> {
    const folders = new SkillFolders(manifest);
    const found = this.#files.files.filter(
      ({ path }) => SKILL_FILE.test(fileName(path)) && folders.hold(path),
    );
    // One after the other: there may be thousands, and no more files are open at once than one.
    const read: ReadItem<PackagedSkill>[] = [];
    for (const file of found) read.push(await this.#skill(file));
    return [...read, ...folders.without(found)];
  }

  async #skill(file: PackageFile): Promise<ReadItem<PackagedSkill>> {
    const folder = file.path.split('/').at(-2) ?? this.#folder;
    if (file.bytes > this.#limits.maxSkillBytes) {
      return new ItemReport('skill', file.path).skipped(
        folder,
        `It has ${file.bytes} bytes; at most ${this.#limits.maxSkillBytes} are read.`,
      );
    }
    return readSkillFile(file, folder, await this.#text(file, this.#limits.maxSkillBytes));
  }

  async #servers(manifest: PluginManifest | null): Promise<readonly ReadItem<PackagedServer>[]> {
    const declared = manifest?.mcpServers;
    const variables = this.#variables;
    const paths = typeof declared === 'string' ? [declared] : [];
    const read = await this.#configurations('mcp', MCP_PATH, paths, (path, text) =>
      readMcpFile(path, text, variables),
    );
    const inline =
      typeof declared === 'object' ? readMcpServers(PLUGIN_MANIFEST_PATH, declared, variables) : [];
    return [...read, ...inline];
  }

  async #hooks(manifest: PluginManifest | null): Promise<readonly ReadItem<never>[]> {
    const declared = manifest?.hooks;
    const isMap = isJsonMap(declared);
    const paths = isMap || declared === undefined ? [] : [declared].flat();
    const read = await this.#configurations('hook', HOOKS_PATH, paths, readHooksFile);
    return [...read, ...(isMap ? readHooks(PLUGIN_MANIFEST_PATH, declared) : [])];
  }

  /** Items of the usual file, which may be missing, and of those that the manifest names. */
  async #configurations<T>(
    kind: PackageItemKind,
    usual: string,
    named: readonly string[],
    readText: (path: string, text: string) => readonly ReadItem<T>[],
  ): Promise<readonly ReadItem<T>[]> {
    const read: ReadItem<T>[] = [];
    for (const path of new Set([usual, ...named.map(listedPath)])) {
      const file = this.#files.get(path);
      const { maxManifestBytes } = this.#limits;
      const report = new ItemReport(kind, path);
      if (file === undefined) {
        if (path !== usual) read.push(report.skipped(path, 'The manifest names it, and it is not there.'));
      } else if (file.bytes > maxManifestBytes) {
        read.push(report.skipped(path, `It has ${file.bytes} bytes; at most ${maxManifestBytes} are read.`));
      } else read.push(...readText(path, await this.#json(file)));
    }
    return read;
  }

  #values(manifest: PluginManifest | null): Promise<readonly ReadItem<PackagedValue>[]> {
    return new ValueReader({
      files: this.#files.files,
      manifest,
      packageName: () => manifest?.name ?? this.#folderName(),
      firstArgument: this.#firstArgument,
      text: (file, maxBytes) => this.#text(file, maxBytes),
    }).read();
  }

  /** Skills where nobody looks for them are named, so that nobody has to wonder. */
  #misplaced(found: readonly PackageItem[]): readonly PackageItem[] {
    const paths = new Set(found.filter(({ kind }) => kind === 'skill').map(({ path }) => path));
    return this.#files.files.flatMap(({ path }) => {
      const [file = '', folder = this.#folder] = path.split('/').reverse();
      if (!SKILL_FILE.test(file) || paths.has(path)) return [];
      const reason =
        'Skills are read from the root, from skills/<name> and from the folders that the manifest names.';
      return [new ItemReport('skill', path).skipped(folder, reason).item];
    });
  }

  /** The text of a configuration. What it says twice is noted, since only one of the two is read. */
  async #json(file: PackageFile): Promise<string> {
    const text = await this.#text(file, this.#limits.maxManifestBytes);
    const report = new ItemReport('manifest', file.path);
    for (const { key, line } of repeatedKeys(text)) {
      const named = JSON.stringify(boundedMessage(key, key));
      report.note(`${named} is there more than once in one map; the last one is read.`, line);
    }
    if (report.diagnostics.length > 0) this.#remarks.push(report.loaded(file.path, null).item);
    return text;
  }

  async #text(file: PackageFile, maxBytes: number): Promise<string> {
    if (this.#signal.aborted) throw cancelled(this.#files.root, 'Reading the package');
    return (await this.#files.read(file, maxBytes)).toString('utf8');
  }

  #folderName(): string {
    const { root } = this.#files;
    const name = this.#folder;
    const flaw = packageNameFlaw(name);
    if (flaw === null) return name;
    throw new PackageError(
      'unsafe-name',
      `The folder's name ${JSON.stringify(name)} cannot be a package's: it ${flaw}. Add a ${PLUGIN_MANIFEST_PATH} with a name.`,
      { root },
    );
  }

  #notAPackage(): PackageError {
    const { root } = this.#files;
    return new PackageError(
      'not-a-package',
      `${root} holds no capability package: there is no ${PLUGIN_MANIFEST_PATH}, skills/<name>/SKILL.md, SKILL.md, agents/<name>.md, commands/<name>.md, AGENTS.md or ${MCP_PATH}. Choose the folder that holds one of them.`,
      { root },
    );
  }
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function loaded<T>(read: readonly ReadItem<T>[]): T[] {
  return read.flatMap(({ value }) => (value === null ? [] : [value]));
}
