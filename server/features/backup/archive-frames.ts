import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { OperatorError } from '#server/core/errors';
import {
  FRAME_HEAD_BYTES,
  type FrameKind,
  MAGIC,
  MAX_PAYLOAD_BYTES,
  MAX_PREAMBLE_BYTES,
  kindNames,
} from './archive-format.ts';
import { type Preamble, type Secrets, openSeal, parsePreamble, sealedHead } from './archive-seal.ts';

export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

export interface FrameReader {
  readonly preamble: Preamble;
  /** @throws OperatorError with the name of the section when the next frame is damaged or missing */
  next(): Promise<Frame>;
  /** @throws OperatorError when the stream contains more bytes */
  assertEnd(): Promise<void>;
  /** Sets the name of the current section for error messages. */
  startSection(section: string): void;
  /** Marks the end of the current section. */
  leave(): void;
  damaged(): OperatorError;
  /** Parses a JSON payload. @throws OperatorError when it does not match the schema */
  json<Schema extends z.ZodType>(schema: Schema, payload: Buffer): z.infer<Schema>;
}

/** Reads an exact number of bytes at a time from a stream. */
function createByteSource(stream: Readable) {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let pendingChunks: Buffer[] = [];
  let available = 0;

  async function fill(length: number): Promise<boolean> {
    while (available < length) {
      const { done, value } = await chunks.next();
      if (done) return false;
      pendingChunks.push(value);
      available += value.length;
    }
    return true;
  }

  return {
    /** @returns undefined when the stream ends before `count` bytes */
    async take(count: number): Promise<Buffer | undefined> {
      if (!(await fill(count))) return undefined;
      const joinedChunks =
        pendingChunks.length === 1 && pendingChunks[0] ? pendingChunks[0] : Buffer.concat(pendingChunks);
      pendingChunks = [joinedChunks.subarray(count)];
      available -= count;
      return joinedChunks.subarray(0, count);
    },
    isAtEnd: async () => !(await fill(1)),
  };
}
type ByteSource = ReturnType<typeof createByteSource>;

interface Section {
  name: string;
}

const damagedSection = ({ name }: Section) => new OperatorError(`The backup is damaged in ${name}.`);
const incompleteIn = ({ name }: Section) =>
  new OperatorError(`The backup is incomplete: it ends in ${name}.`);

async function readLine(source: ByteSource, section: Section): Promise<string> {
  const bytes: number[] = [];
  while (bytes.length < MAX_PREAMBLE_BYTES) {
    const [byte] = (await source.take(1)) ?? [];
    if (byte === undefined) throw incompleteIn(section);
    if (byte === 0x0a) return Buffer.from(bytes).toString();
    bytes.push(byte);
  }
  throw damagedSection(section);
}

async function takePreamble(source: ByteSource, section: Section): Promise<Preamble> {
  const begin = await source.take(MAGIC.length);
  if (begin?.toString('latin1') !== MAGIC) throw new OperatorError('The file isn’t a backup of Lectern.');
  const preamble = parsePreamble(await readLine(source, section));
  if (!preamble) throw damagedSection(section);
  return preamble;
}

/** Reads the first two lines and closes the stream. @throws OperatorError when the stream is not an archive */
export async function readPreamble(stream: Readable): Promise<Preamble> {
  try {
    return await takePreamble(createByteSource(stream), { name: 'the header' });
  } finally {
    stream.destroy();
  }
}

/** Opens a frame reader at the start of a stream. @throws OperatorError for another format or a wrong passphrase */
export async function openFrames(
  stream: Readable,
  { secrets, name }: { readonly secrets: Secrets; readonly name: string },
): Promise<FrameReader> {
  const source = createByteSource(stream);
  const section: Section = { name };
  let position = 0;
  const damagedError = () => damagedSection(section);
  const preamble = await takePreamble(source, section);
  const seal = await openSeal(preamble, secrets);

  return {
    preamble,
    damaged: damagedError,
    startSection(sectionName) {
      section.name = sectionName;
    },
    leave() {
      section.name = `the part after ${section.name}`;
    },
    async next() {
      const head = await source.take(FRAME_HEAD_BYTES);
      if (!head) throw incompleteIn(section);
      const kind = kindNames.get(head.readUInt8());
      const length = head.readUInt32BE(1);
      if (!kind || length > MAX_PAYLOAD_BYTES) throw damagedError();
      const headBytes = sealedHead(position, head);
      const storedBytes = await source.take(length);
      const tag = await source.take(seal.bytes);
      if (!storedBytes || !tag) throw incompleteIn(section);
      const payload = seal.open(headBytes, storedBytes, tag);
      if (!payload) throw damagedError();
      position += 1;
      return { kind, payload };
    },
    async assertEnd() {
      if (!(await source.isAtEnd())) throw damagedError();
    },
    json(schema, payload) {
      try {
        return schema.parse(JSON.parse(payload.toString()));
      } catch {
        throw damagedError();
      }
    },
  };
}
