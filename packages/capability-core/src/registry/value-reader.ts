import { AGENT_FILE_BYTES_MAX } from '../session/limits.js';
import type { FirstArgument } from './command-arguments.js';
import { readCommandFile } from './command-file.js';
import { CONTEXT_PATH, readContextFile } from './context-file.js';
import { identifierOf } from './identifier.js';
import { ItemPlaces } from './item-places.js';
import { isJsonMap } from './json-file.js';
import { MAX_COMMAND_FILE_BYTES, MAX_CONTEXT_FILE_BYTES } from './limits.js';
import { refuseClashes } from './name-clashes.js';
import type { PackageFile } from './package-file.js';
import { ItemReport, type ReadItem } from './package-item.js';
import type { ItemFile, PackagedValue, PackagedValueKind } from './packaged-value.js';
import { isPluginAgentFile, readPluginAgent } from './plugin-agent-file.js';
import { PLUGIN_MANIFEST_PATH, type PluginManifest } from './plugin-manifest.js';

/** What the values of a package are read with. */
export interface ValueReading {
  readonly files: readonly PackageFile[];
  readonly manifest: PluginManifest | null;
  /** Asked only where there is something to name. */
  readonly packageName: () => string;
  readonly firstArgument: FirstArgument;
  readonly text: (file: PackageFile, maxBytes: number) => Promise<string>;
}

/** A file that may be an item, and what the item is called where it does not say. */
interface Candidate {
  readonly file: PackageFile;
  readonly name: string;
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path);

/** Reads what of a package is made of one file, skills apart. */
export class ValueReader {
  readonly #reading: ValueReading;

  constructor(reading: ValueReading) {
    this.#reading = reading;
  }

  async read(): Promise<readonly ReadItem<PackagedValue>[]> {
    return [...(await this.#agents()), ...(await this.#commands()), ...(await this.#context())];
  }

  async #agents(): Promise<readonly ReadItem<PackagedValue>[]> {
    const places = new ItemPlaces('agent', this.#reading.manifest?.agents);
    const found = this.#candidates(places, isPluginAgentFile);
    const read = await this.#all('agent', found, AGENT_FILE_BYTES_MAX, readPluginAgent);
    return [...read, ...this.#others(places, isPluginAgentFile, found)];
  }

  async #commands(): Promise<readonly ReadItem<PackagedValue>[]> {
    const { manifest, firstArgument } = this.#reading;
    const declared = manifest?.commands;
    const isMap = isJsonMap(declared);
    // A map takes the place of the usual folder, as a list does.
    const places = new ItemPlaces('command', isMap ? [] : declared);
    const found = this.#candidates(places, isMarkdown);
    const read = await this.#all('command', found, MAX_COMMAND_FILE_BYTES, (file, text) =>
      readCommandFile(file, text, firstArgument),
    );
    const map = isMap ? [commandMap()] : [];
    return [...read, ...map, ...this.#others(places, isMarkdown, found)];
  }

  #context(): Promise<readonly ReadItem<PackagedValue>[]> {
    const found = this.#reading.files.filter(({ path }) => path === CONTEXT_PATH);
    const candidates = found.map((file) => ({ file, name: CONTEXT_PATH }));
    return this.#all('context', candidates, MAX_CONTEXT_FILE_BYTES, readContextFile);
  }

  #candidates(places: ItemPlaces, isItem: (path: string) => boolean): readonly Candidate[] {
    return this.#reading.files.flatMap((file) => {
      const within = isItem(file.path) ? places.within(file.path) : null;
      return within === null ? [] : [{ file, name: within.replace(/\.[^.]+$/, '') }];
    });
  }

  /** What is to be said of places besides the items in them. */
  #others(
    places: ItemPlaces,
    isItem: (path: string) => boolean,
    found: readonly Candidate[],
  ): readonly ReadItem<never>[] {
    const passedOver = this.#reading.files
      .filter(({ path }) => isItem(path))
      .flatMap(({ path }) => places.passedOver(path) ?? []);
    return [...places.without(found.map(({ file }) => file)), ...passedOver];
  }

  /** Items of one kind, one after the other: no more files are open at once than one. */
  async #all(
    kind: PackagedValueKind,
    candidates: readonly Candidate[],
    maxBytes: number,
    readFile: (file: ItemFile, text: string) => ReadItem<PackagedValue>,
  ): Promise<readonly ReadItem<PackagedValue>[]> {
    const { packageName, text } = this.#reading;
    const read: ReadItem<PackagedValue>[] = [];
    for (const { file, name } of candidates) {
      const { path, digest, bytes } = file;
      if (bytes > maxBytes) {
        const reason = `It has ${bytes} bytes; at most ${maxBytes} are read.`;
        read.push(new ItemReport(kind, path).skipped(name, reason));
      } else
        read.push(readFile({ path, digest, name, packageName: packageName() }, await text(file, maxBytes)));
    }
    return refuseClashes(read, (value) => identifierOf(value.name));
  }
}

function commandMap(): ReadItem<never> {
  const reason =
    'The manifest has a map of commands; commands are read from files and folders that it lists.';
  return new ItemReport('command', PLUGIN_MANIFEST_PATH).skipped('commands', reason);
}
