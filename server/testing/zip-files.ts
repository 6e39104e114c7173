import { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

export type ZipEntries = Readonly<Record<string, string | Uint8Array>>;

/** Returns a ZIP archive of these files in this order. */
export async function makeZip(entries: ZipEntries, options: { compress?: boolean } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(entries))
    zip.addBuffer(Buffer.from(content as string), path, {
      compress: path !== 'mimetype' && (options.compress ?? true),
      mtime: new Date('2026-01-01'),
    });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as unknown as Readable) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns the archive with an entry renamed to a name of the same length, which a ZIP library would not allow. */
export function renameInZip(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('Both names must have the same length.');
  const changedZip = Buffer.from(zip);
  for (let offset = changedZip.indexOf(from); offset >= 0; offset = changedZip.indexOf(from, offset + 1))
    changedZip.write(to, offset, 'latin1');
  return changedZip;
}

/** Returns the unpacked files of an archive. */
export async function unzip(zip: Buffer): Promise<Record<string, Buffer>> {
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files[entry.fileName] = Buffer.concat(chunks);
  }
  return files;
}

/** Returns an archive whose directory lists each file many times, so all entries share the same bytes. */
export async function makeOverlappingZip(entries: ZipEntries, times: number): Promise<Buffer> {
  const zip = await makeZip(entries);
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const [size, start] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  const list = zip.subarray(start, start + size);
  const copies = Array.from({ length: times }, (_, copy) => {
    const namedList = Buffer.from(list);
    // The last characters of each name are the number of the copy.
    for (let offset = 0; offset < namedList.length; ) {
      const length = namedList.readUInt16LE(offset + 28);
      namedList.write(String(copy).padStart(4, '0'), offset + 46 + length - 4, 'latin1');
      offset += 46 + length + namedList.readUInt16LE(offset + 30) + namedList.readUInt16LE(offset + 32);
    }
    return namedList;
  });
  const tail = Buffer.from(zip.subarray(end));
  const count = zip.readUInt16LE(end + 10) * times;
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(size * times, 12);
  return Buffer.concat([zip.subarray(0, start), ...copies, tail]);
}
