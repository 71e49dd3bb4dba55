import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { type PackageContent, temporaryFolder } from './registry-builders.js';

/** One entry of an archive, which may say of itself what is not so. */
export interface EntryParts {
  readonly path: string;
  readonly text?: string | Buffer;
  readonly mode?: number;
  readonly type?: NonNullable<TarEntry['header']['type']>;
  readonly target?: string;
}

/** The entries of a package's files, below a folder that wraps them where one is given. */
export function entriesOf(files: PackageContent, wrapping = ''): readonly EntryParts[] {
  return Object.entries(files).map(([path, text]) => ({ path: `${wrapping}${path}`, text }));
}

/** The bytes of a `.tgz`. */
export async function tgz(entries: readonly EntryParts[]): Promise<Buffer> {
  return gzipSync(await tar(entries));
}

/** The bytes of a tar archive that is not packed. */
export async function tar(entries: readonly EntryParts[]): Promise<Buffer> {
  const packed = await packTar(
    entries.map(({ path, text = '', mode = 0o644, type = 'file', target }) => ({
      header: {
        name: path,
        mode,
        type,
        size: type === 'file' ? Buffer.byteLength(text) : 0,
        ...(target === undefined ? {} : { linkname: target }),
      },
      ...(type === 'file' ? { body: Buffer.from(text) } : {}),
    })),
  );
  return Buffer.from(packed);
}

/** One entry of a zip archive, and what its directory says that is not so. */
export interface ZipParts {
  readonly path: string | Buffer;
  readonly text?: string | Buffer;
  /** Type and rights, as Unix has them. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  readonly declared?: number;
}

const UTF8_NAMES = 0x800;
const DEFLATED = 8;

/** The bytes of a `.zip`. */
export function zip(entries: readonly ZipParts[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, text = '', mode = 0o100644, flags = 0, method = DEFLATED, crc, declared } of entries) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const packed = method === DEFLATED ? deflateRawSync(data) : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES | flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc ?? crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declared ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, packed]);
    directory.push(Buffer.concat([Buffer.from('504b01021403', 'hex'), common, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** Writes an archive to a folder that is gone when the test is. */
export async function putArchive(name: string, bytes: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  return path;
}
