import { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { type Entry, RandomAccessReader, type ZipFile, fromRandomAccessReaderPromise } from 'yauzl';
import { importLimits } from '#contract/imports/import-limits';
import { formatBytes } from '#contract/core/format-bytes';
import { type Source, withBlocks } from '#server/core/media/source';
import { ParseError, beyondLimit, unreadable } from './parse-error.ts';

const READ_CHUNK = 256 * 1024;
const STORED = 0;
const LINK = 0xa000;
const FILE_TYPE = 0xf000;
/** Entries below this size are accepted whatever their compression ratio. */
const HARMLESS_BYTES = 1_000_000;

export interface ArchiveLimits {
  /** Maximum bytes of all entries together, unpacked. */
  readonly total: number;
  /** Maximum bytes of one entry, unpacked. */
  readonly entry: number;
  /** Returns true when an entry counts towards the limits. */
  counts?(name: string): boolean;
}

export interface Archive {
  /** Unpacked bytes of the files by path. Folders are excluded. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Returns the content of a file as a stream. @throws ParseError */
  open(name: string): Promise<Readable>;
  /**
   * Returns the whole content of a file, unpacked in this thread.
   * @param maxBytes limit for this file; by default the limit of every entry
   * @throws ParseError when it is missing, too large or damaged
   */
  read(name: string, maxBytes?: number): Promise<Buffer>;
  close(): void;
}

class SourceReader extends RandomAccessReader {
  readonly #source: Source;

  constructor(source: Source) {
    super();
    this.#source = withBlocks(source);
  }

  /** Reads the list of an archive a few bytes at a time. One stream per read would be slow. */
  // oxlint-disable-next-line max-params -- The signature is that of yauzl.
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copy = async () => callback(await this.#copy({ buffer, offset }, length, position));
    void copy();
  }

  async #copy(
    target: { readonly buffer: Buffer; readonly offset: number },
    length: number,
    position: number,
  ): Promise<Error | null> {
    try {
      const bytes = await this.#source.read(position, length);
      bytes.copy(target.buffer, target.offset);
      return bytes.length < length ? damagedError() : null;
    } catch (error) {
      return error instanceof Error ? error : damagedError();
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const source = this.#source;
    async function* chunks() {
      for (let offset = start; offset < end; offset += READ_CHUNK)
        yield await source.read(offset, Math.min(READ_CHUNK, end - offset));
    }
    return Readable.from(chunks(), { objectMode: false });
  }
}

const archiveTooLarge = () =>
  beyondLimit('The archive’s contents are larger than declared. It wasn’t opened.');
const damagedError = () => unreadable('The archive is damaged and couldn’t be read.');

function check(entry: Entry, limits: ArchiveLimits): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) throw new ParseError('protected', 'The archive is password-protected.');
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK)
    throw new ParseError('unsupported', 'The archive contains symbolic links, which aren’t supported.');
  if (!entry.canDecodeFileData())
    throw new ParseError('unsupported', 'The archive uses an unsupported compression method.');
  if (limits.counts && !limits.counts(fileName)) return;
  if (uncompressedSize > limits.entry)
    throw beyondLimit(`A file in the archive is larger than ${formatBytes(limits.entry)}.`);
  checkRatio(uncompressedSize, compressedSize);
}

const LOCAL_HEADER_BYTES = 30;

/**
 * Rejects an archive whose entries overlap: few bytes would unpack to many files. A local header is at least as long as its fixed part and
 * the name. @throws ParseError
 */
function checkOverlaps(entries: readonly Entry[]): void {
  const ranges = entries
    .map(({ relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize }) => ({
      start,
      end: start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize,
    }))
    .toSorted((a, b) => a.start - b.start);
  for (const [index, { start }] of ranges.entries())
    if (start < (ranges[index - 1]?.end ?? 0))
      throw unreadable('The archive contains overlapping files. It wasn’t opened.');
}

/** Rejects content that unpacks to far more bytes than its compressed size. @throws ParseError */
function checkRatio(total: number, packedSize: number): void {
  if (total > HARMLESS_BYTES && total > packedSize * importLimits.maxArchiveRatio) throw archiveTooLarge();
}

async function listEntries(zip: ZipFile, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const all: Entry[] = [];
  let total = 0;
  let packedBytes = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      try {
        if (all.push(entry) > importLimits.maxArchiveEntries)
          throw beyondLimit(`The archive has more than ${importLimits.maxArchiveEntries} files.`);
        if (!entry.fileName.endsWith('/')) {
          check(entry, limits);
          if (!limits.counts || limits.counts(entry.fileName)) {
            total += entry.uncompressedSize;
            packedBytes += entry.compressedSize;
          }
          if (total > limits.total)
            throw beyondLimit(`The archive contains more than ${formatBytes(limits.total)}.`);
          entries.set(entry.fileName, entry);
        }
        zip.readEntry();
      } catch (error) {
        reject(error instanceof Error ? error : damagedError());
      }
    });
    zip.readEntry();
  });
  checkOverlaps(all);
  checkRatio(total, packedBytes);
  return entries;
}

/** Returns own errors unchanged. Errors of the library become errors with a message for users. */
function toProblem(error: unknown): ParseError {
  if (error instanceof ParseError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|invalid characters/.test(message))
    return new ParseError('unsupported', 'The archive contains an unsafe path.');
  return damagedError();
}

/** Unpacks synchronously, because one stream for each of thousands of small files costs far more time. */
function unpackBytes(bytes: Buffer, { compressionMethod, uncompressedSize }: Entry): Buffer {
  if (compressionMethod === STORED) return bytes;
  const content = inflateRawSync(bytes, { maxOutputLength: Math.max(1, uncompressedSize) });
  if (content.length !== uncompressedSize) throw damagedError();
  return content;
}

/** Opens a ZIP archive. Its entries are listed and within the limits; none is unpacked. @throws ParseError */
export async function openArchive(source: Source, limits: ArchiveLimits): Promise<Archive> {
  let zip: ZipFile;
  let entries: Map<string, Entry>;
  try {
    zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: true,
      validateEntrySizes: true,
      strictFileNames: true,
    });
    entries = await listEntries(zip, limits);
  } catch (error) {
    throw toProblem(error);
  }

  async function open(name: string): Promise<Readable> {
    const entry = entries.get(name);
    if (!entry) throw unreadable(`File not found in archive: ${name}`);
    try {
      return await zip.openReadStreamPromise(entry);
    } catch (error) {
      throw toProblem(error);
    }
  }

  return {
    sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    open,
    async read(name, maxBytes = limits.entry) {
      const entry = entries.get(name);
      if (!entry) throw unreadable(`File not found in archive: ${name}`);
      if (entry.uncompressedSize > maxBytes)
        throw beyondLimit(`A file in the archive is larger than ${formatBytes(maxBytes)}.`);
      const chunks: Buffer[] = [];
      try {
        const packedStream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
        for await (const chunk of packedStream) chunks.push(chunk as Buffer);
        return unpackBytes(Buffer.concat(chunks), entry);
      } catch (error) {
        throw toProblem(error);
      }
    },
    close: () => zip.close(),
  };
}
