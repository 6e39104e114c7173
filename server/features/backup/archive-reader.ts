import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { z } from 'zod';
import type { Cell } from '#server/core/db/dialects/table-copy';
import { OperatorError } from '#server/core/errors';
import {
  type ArchiveEnd,
  FRAME_HEAD_BYTES,
  type FrameKind,
  type Header,
  MAGIC,
  MAX_PAYLOAD_BYTES,
  MAX_PREAMBLE_BYTES,
  endSchema,
  fileEndSchema,
  fileSchema,
  headerSchema,
  kindNames,
  openSeal,
  parsePreamble,
  sealedHead,
  tableEndSchema,
  tableSchema,
} from './archive-format.ts';

const decompress = promisify(zstdDecompress);
/** A frame of rows is about 1 MiB; a row alone may be larger. */
const MAX_ROWS_BYTES = 256 * 1024 * 1024;

export type ArchiveEntry =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'rows'; readonly lines: readonly string[] }
  | ({ readonly kind: 'tableEnd' } & z.infer<typeof tableEndSchema>)
  | ({ readonly kind: 'file' } & z.infer<typeof fileSchema>)
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | ({ readonly kind: 'fileEnd' } & z.infer<typeof fileEndSchema>)
  | ({ readonly kind: 'end' } & ArchiveEnd);

export interface ArchiveReader {
  readonly header: Header;
  /** The rest of the archive, in order. @throws OperatorError that names the section that is damaged or missing */
  entries(): AsyncIterable<ArchiveEntry>;
  close(): void;
}

export const cellsOf = (line: string): Cell[] => JSON.parse(line) as Cell[];

/** Hands out exactly so many bytes at a time. */
function createByteSource(stream: Readable) {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let pending: Buffer[] = [];
  let available = 0;

  async function fill(length: number): Promise<boolean> {
    while (available < length) {
      const { done, value } = await chunks.next();
      if (done) return false;
      pending.push(value);
      available += value.length;
    }
    return true;
  }

  return {
    /** @returns undefined when the stream ends before */
    async take(count: number): Promise<Buffer | undefined> {
      if (!(await fill(count))) return undefined;
      const joined = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
      pending = [joined.subarray(count)];
      available -= count;
      return joined.subarray(0, count);
    },
    isAtEnd: async () => !(await fill(1)),
  };
}

/**
 * Reads an archive once, from its beginning to its end.
 * @throws OperatorError for what is no archive, a wrong passphrase, and a damaged header
 */
export async function openArchive(stream: Readable, passphrase: string | undefined): Promise<ArchiveReader> {
  const source = createByteSource(stream);
  let section = 'the header';
  let position = 0;
  const damaged = () => new OperatorError(`The backup is damaged in ${section}.`);
  const incomplete = () => new OperatorError(`The backup is incomplete: it ends in ${section}.`);

  async function readLine(limit: number): Promise<string> {
    const bytes: number[] = [];
    while (bytes.length < limit) {
      const [byte] = (await source.take(1)) ?? [];
      if (byte === undefined) throw incomplete();
      if (byte === 0x0a) return Buffer.from(bytes).toString();
      bytes.push(byte);
    }
    throw damaged();
  }

  const begin = await source.take(MAGIC.length);
  if (begin?.toString('latin1') !== MAGIC) throw new OperatorError('The file isn’t a backup of Lectern.');
  const preamble = parsePreamble(await readLine(MAX_PREAMBLE_BYTES));
  if (!preamble) throw damaged();
  const seal = await openSeal(preamble, passphrase);

  async function next(): Promise<{ kind: FrameKind; payload: Buffer }> {
    const head = await source.take(FRAME_HEAD_BYTES);
    if (!head) throw incomplete();
    const kind = kindNames.get(head.readUInt8());
    const length = head.readUInt32BE(1);
    if (!kind || length > MAX_PAYLOAD_BYTES) throw damaged();
    const sealed = sealedHead(position, head);
    const stored = await source.take(length);
    const tag = await source.take(seal.bytes);
    if (!stored || !tag) throw incomplete();
    const payload = seal.open(sealed, stored, tag);
    if (!payload) throw damaged();
    position += 1;
    return { kind, payload };
  }

  async function entryOf(kind: FrameKind, payload: Buffer): Promise<ArchiveEntry> {
    const json = <Schema extends z.ZodType>(schema: Schema) => parse(schema, payload.toString(), damaged);
    switch (kind) {
      case 'table': {
        const { name } = json(tableSchema);
        section = `table ${name}`;
        return { kind, name };
      }
      case 'rows': {
        const text = await decompress(payload, { maxOutputLength: MAX_ROWS_BYTES }).catch(() => {
          throw damaged();
        });
        return { kind, lines: text.toString().split('\n') };
      }
      case 'tableEnd':
        return { kind, ...json(tableEndSchema) };
      case 'file': {
        const file = json(fileSchema);
        section = `file ${file.key}`;
        return { kind, ...file };
      }
      case 'bytes':
        return { kind, bytes: payload };
      case 'fileEnd':
        return { kind, ...json(fileEndSchema) };
      case 'end':
        return { kind, ...json(endSchema) };
      default:
        throw damaged();
    }
  }

  const first = await next();
  if (first.kind !== 'header') throw damaged();
  const header = parse(headerSchema, first.payload.toString(), damaged);

  return {
    header,
    async *entries() {
      for (;;) {
        const { kind, payload } = await next();
        const entry = await entryOf(kind, payload);
        yield entry;
        if (entry.kind === 'end') break;
        if (entry.kind === 'tableEnd' || entry.kind === 'fileEnd') section = `the part after ${section}`;
      }
      section = 'the end';
      if (!(await source.isAtEnd())) throw damaged();
    },
    close: () => void stream.destroy(),
  };
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  damaged: () => OperatorError,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged();
  }
}
