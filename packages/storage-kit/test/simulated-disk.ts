import { dirname } from 'node:path';
import type { FileLayer, OpenFile } from '../src/files/file-layer.js';

export interface DiskStep {
  readonly operation:
    | 'open'
    | 'write'
    | 'truncate'
    | 'sync'
    | 'syncFolder'
    | 'rename'
    | 'link'
    | 'remove'
    | 'makeFolder'
    | 'removeFolder';
  readonly path: string;
}

interface Inode {
  content: Uint8Array;
  /** What a loss of power leaves of it. */
  durable: Uint8Array;
}

interface NameChange {
  /** The folder in which a name changes. */
  readonly folder: string;
  readonly change: (names: Map<string, Inode>) => void;
}

/** A folder on a disk, and folders in it, that knows what has been synced, counts each step, and fails when told to. */
export class SimulatedDisk implements FileLayer {
  readonly steps: DiskStep[] = [];
  /** Called before each step that changes something; what it throws is what the step fails with. */
  beforeStep: (step: DiskStep) => void = () => undefined;
  /** Most bytes that one write call takes. */
  maxWriteBytes = Number.POSITIVE_INFINITY;
  #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  /** Changes of names since their folder was synced. A disk may make them durable in any selection. */
  #pendingNames: NameChange[] = [];
  /** What stands for a folder among the names. */
  readonly #folder: Inode = { content: new Uint8Array(), durable: new Uint8Array() };

  count(operation: DiskStep['operation'], pathPart: string): number {
    return this.steps.filter((step) => step.operation === operation && step.path.includes(pathPart)).length;
  }

  /**
   * What was synced is left, by the names that were synced; of the rest, the sectors and the changes of names for
   * which `isWritten` says so.
   */
  losePower(isWritten: () => boolean = () => false): void {
    const folders = this.#folders();
    for (const { change } of this.#pendingNames) if (isWritten()) change(this.#durableNames);
    this.#names = new Map(this.#durableNames);
    for (const path of this.#names.keys()) {
      if (folders.has(dirname(path)) && !this.#names.has(dirname(path))) this.#names.delete(path);
    }
    this.#settleNames();
    for (const inode of this.#names.values()) {
      inode.durable = mixSectors(inode.durable, inode.content, isWritten);
      inode.content = inode.durable;
    }
  }

  /** Another disk with the same content. */
  copy(): SimulatedDisk {
    const copy = new SimulatedDisk();
    const inodes = new Map([...this.#names].map(([, inode]) => [inode, { ...inode }]));
    inodes.set(this.#folder, copy.#folder);
    const copied = (names: ReadonlyMap<string, Inode>): Map<string, Inode> =>
      new Map([...names].map(([path, inode]) => [path, inodes.get(inode) ?? inode]));
    copy.#names = copied(this.#names);
    // A copy is of a disk at rest: its names are as they are.
    copy.#settleNames();
    return copy;
  }

  /** The files' content by name, to compare or to damage. */
  get files(): Readonly<Record<string, Uint8Array>> {
    const files = [...this.#names].filter(([, inode]) => inode !== this.#folder);
    return Object.fromEntries(files.map(([path, { content }]) => [path, content]));
  }

  replace(path: string, content: Uint8Array | undefined): void {
    if (content === undefined) this.#names.delete(path);
    else this.#names.set(path, { content, durable: content });
    this.#settleNames();
  }

  async open(path: string, mode: 'new' | 'existing'): Promise<OpenFile> {
    if (mode === 'new') {
      this.#step('open', path);
      if (this.#names.has(path)) throw systemError('EEXIST', path);
      const inode = { content: new Uint8Array(), durable: new Uint8Array() };
      this.#changeNames(path, (names) => names.set(path, inode));
    }
    return this.#openFile(path, this.#inode(path));
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    return this.#names.get(path)?.content;
  }

  async size(path: string): Promise<number | undefined> {
    return this.#names.get(path)?.content.length;
  }

  async list(folder: string): Promise<readonly string[]> {
    return [...this.#names.keys()]
      .filter((path) => dirname(path) === folder)
      .map((path) => path.slice(folder.length + 1));
  }

  async resolve(path: string): Promise<string> {
    return path;
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step('rename', to);
    const inode = this.#inode(from);
    this.#changeNames(to, (names) => {
      names.set(to, inode);
      names.delete(from);
    });
  }

  async link(from: string, to: string): Promise<boolean> {
    this.#step('link', to);
    if (this.#names.has(to)) return false;
    const inode = this.#inode(from);
    this.#changeNames(to, (names) => names.set(to, inode));
    return true;
  }

  async remove(path: string): Promise<void> {
    if (!this.#names.has(path)) return;
    this.#step('remove', path);
    this.#changeNames(path, (names) => names.delete(path));
  }

  async makeFolder(path: string): Promise<boolean> {
    this.#step('makeFolder', path);
    if (this.#names.has(path)) return false;
    this.#changeNames(path, (names) => names.set(path, this.#folder));
    return true;
  }

  async removeFolder(path: string): Promise<void> {
    this.#step('removeFolder', path);
    if ((await this.list(path)).length > 0) throw systemError('ENOTEMPTY', path);
    this.#changeNames(path, (names) => names.delete(path));
  }

  async syncFolder(folder: string): Promise<void> {
    this.#step('syncFolder', folder);
    for (const pending of this.#pendingNames) {
      if (pending.folder === folder) pending.change(this.#durableNames);
    }
    this.#pendingNames = this.#pendingNames.filter((pending) => pending.folder !== folder);
  }

  #openFile(path: string, inode: Inode): OpenFile {
    const write = async (bytes: Uint8Array, position: number): Promise<number> => {
      this.#step('write', path);
      const taken = bytes.subarray(0, this.maxWriteBytes);
      const grown = new Uint8Array(Math.max(inode.content.length, position + taken.length));
      grown.set(inode.content);
      grown.set(taken, position);
      inode.content = grown;
      return taken.length;
    };
    const sync = async (): Promise<void> => {
      this.#step('sync', path);
      inode.durable = inode.content;
    };
    return {
      write,
      sync,
      writeDurably: async (bytes, position) => {
        const written = await write(bytes, position);
        await sync();
        return written;
      },
      truncate: async (length) => {
        this.#step('truncate', path);
        inode.content = inode.content.slice(0, length);
      },
      close: async () => undefined,
    };
  }

  /** @param path - what gets the name or loses it; a name that moves stays in its folder */
  #changeNames(path: string, change: NameChange['change']): void {
    change(this.#names);
    this.#pendingNames.push({ folder: dirname(path), change });
  }

  #folders(): ReadonlySet<string> {
    return new Set([...this.#names].filter(([, inode]) => inode === this.#folder).map(([path]) => path));
  }

  #settleNames(): void {
    this.#durableNames = new Map(this.#names);
    this.#pendingNames = [];
  }

  #step(operation: DiskStep['operation'], path: string): void {
    const step = { operation, path };
    this.beforeStep(step);
    this.steps.push(step);
  }

  #inode(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw systemError('ENOENT', path);
    return inode;
  }
}

/** Sectors of `after` where `isWritten` says so, the others as they were before: zeros where there was nothing. */
function mixSectors(before: Uint8Array, after: Uint8Array, isWritten: () => boolean): Uint8Array {
  const sectorBytes = 512;
  if (before === after) return before;
  const mixed = new Uint8Array(isWritten() ? after.length : Math.min(before.length, after.length));
  mixed.set(before.subarray(0, mixed.length));
  for (let from = 0; from < mixed.length; from += sectorBytes) {
    const to = Math.min(mixed.length, from + sectorBytes);
    const written = after.subarray(from, to);
    if (Buffer.compare(mixed.subarray(from, to), written) !== 0 && isWritten()) mixed.set(written, from);
  }
  return mixed;
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: simulated, '${path}'`), { code });
}
