import { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

export type ZipEntries = Readonly<Record<string, string | Uint8Array>>;

/** A ZIP archive of these files, in this order. */
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

/** The same archive with the name of an entry replaced by another one of the same length, as no writer would let it. */
export function renameInZip(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('Both names must have the same length.');
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from, at + 1))
    changed.write(to, at, 'latin1');
  return changed;
}

/** The files of an archive, unpacked. */
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
