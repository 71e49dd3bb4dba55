import { Sha256Digest } from '../identity/sha256-digest.js';
import { boundedMessage } from '../lifecycle/bounded-message.js';
import type { FirstArgument } from './command-arguments.js';
import { identifierOf } from './identifier.js';
import { repeatedKeys } from './json-repeats.js';
import type { PackageLimits } from './limits.js';
import { type PackagedServer, readMcpFile, readMcpServers } from './mcp-file.js';
import { refuseClashes } from './name-clashes.js';
import { notLoadedItems } from './not-loaded-items.js';
import { PackageError } from './package-error.js';
import type { PackageFile } from './package-file.js';
import type { PackageFiles } from './package-files.js';
import type { PackageFolder } from './package-folder.js';
import { ItemReport, type PackageItem, type ReadItem } from './package-item.js';
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
    const others = notLoadedItems(files.files, manifest);
    const items = [...[...skills, ...servers, ...values].map(({ item }) => item), ...others];
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
    const paths = [MCP_PATH, ...(typeof declared === 'string' ? [listedPath(declared)] : [])];
    const read = await Promise.all([...new Set(paths)].map((path) => this.#serverFile(path)));
    const inline =
      typeof declared === 'object' ? readMcpServers(PLUGIN_MANIFEST_PATH, declared, this.#variables) : [];
    return [...read.flat(), ...inline];
  }

  async #serverFile(path: string): Promise<readonly ReadItem<PackagedServer>[]> {
    const file = this.#files.get(path);
    if (file === undefined) {
      if (path === MCP_PATH) return [];
      return [new ItemReport('mcp', path).skipped(path, 'The manifest names it, and it is not there.')];
    }
    if (file.bytes > this.#limits.maxManifestBytes) {
      const reason = `It has ${file.bytes} bytes; at most ${this.#limits.maxManifestBytes} are read.`;
      return [new ItemReport('mcp', path).skipped(path, reason)];
    }
    return readMcpFile(path, await this.#json(file), this.#variables);
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
