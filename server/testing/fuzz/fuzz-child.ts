import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRejection } from '#server/core/errors';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeZip } from '../zip-files.ts';
import { createRandom, mutate } from './mutations.ts';

/*
 * Runs a parser with many mutated copies of a sample in the sandbox of a child process. Parsers are called like in the product.
 */

export interface FuzzOrder {
  readonly parser: ParserName;
  /** A file, or the files of an archive, in base64. */
  readonly sample: string | Readonly<Record<string, string>>;
  /** The extension in the path of the file. */
  readonly extension: string;
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  /** A folder that the child may write to. */
  readonly folder: string;
}

export interface FuzzResult {
  readonly read: number;
  readonly refused: number;
  /** Errors that the child process does not expect. */
  readonly unexpected: readonly { readonly index: number; readonly error: string }[];
  /** The time of the slowest copy in milliseconds, and its index. */
  readonly slowest: { readonly ms: number; readonly index: number };
}

type Parser = (bytes: Buffer, order: FuzzOrder) => Promise<unknown>;

function stage({ folder, extension }: FuzzOrder, bytes: Buffer): string {
  const path = join(folder, `fuzz.${extension}`);
  writeFileSync(path, bytes);
  return path;
}

async function lengthOf(chunks: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  return length;
}

const parsers = {
  async import(bytes, { extension }) {
    const { inspect } = await import('#server/features/imports/inspect-file');
    const content = await inspect(`a.${extension}`, sourceOfBuffer(bytes));
    if (content.kind === 'unread') throw content.problem;
  },
  async archive(bytes) {
    const { openArchive } = await import('#server/features/imports/parsers/archive');
    const archive = await openArchive(sourceOfBuffer(bytes), { total: 50_000_000, entry: 10_000_000 });
    for (const name of archive.sizes.keys()) await lengthOf(await archive.open(name));
  },
  async spreadsheet(bytes) {
    const { parseSpreadsheet } = await import('#server/features/spreadsheets/parse-spreadsheet');
    await parseSpreadsheet(bytes, ['code', 'name', 'author']);
  },
  async clips(bytes, { extension }) {
    const { openCuttable } = await import('#server/features/audio/clips/clip');
    const { bytesOf } = await import('#server/features/audio/clips/copy-range');
    const { noTags } = await import('#server/features/audio/clips/cuttable');
    const source = sourceOfBuffer(bytes);
    const cuttable = await openCuttable(extension, source);
    if (!cuttable) throw new RangeError('It cannot be cut.');
    for (const clip of [
      { start: 0.1, end: 0.6 },
      { start: 0, end: null },
    ])
      await lengthOf(bytesOf(source, cuttable.cut(clip, noTags)));
  },
  async audio(bytes, order) {
    const { run: inspectAudio } = await import('#server/core/media/audio-child');
    const { outcome } = await inspectAudio({ path: stage(order, bytes) });
    if (outcome !== 'audio') throw new RangeError(outcome);
  },
  async analysis(bytes, order) {
    const { run: analyse } = await import('#server/features/audio/analysis/analysis-child');
    const path = stage(order, bytes);
    const { extension } = order;
    const audio = { path, extension, peaksPath: `${path}.peak`, featuresPath: `${path}.feat`, ffmpeg: null };
    const { state } = await analyse(audio, () => undefined).catch(() => ({ state: 'failed' }));
    if (state !== 'done') throw new RangeError(state);
  },
  async image(bytes, order) {
    const { run: renderImages } = await import('#server/core/media/image-child');
    const { imageKinds } = await import('#server/core/media/image-types');
    const kind = imageKinds.find(({ begins }) => begins(bytes))?.name;
    if (kind === undefined) throw new RangeError('This is not an image.');
    await renderImages({ path: stage(order, bytes), output: 'images', kind, shape: 'whole' });
  },
} as const satisfies Readonly<Record<string, Parser>>;

export type ParserName = keyof typeof parsers;

/** Returns true for errors that reject the file: those with a message for users, and reads beyond the end of a table. */
const isExpected = (error: unknown): boolean =>
  isRejection(error) ||
  error instanceof RangeError ||
  (error instanceof Error && /^(ParseError|SpreadsheetError|TooManyRows)$/.test(error.constructor.name)) ||
  (error instanceof Error && error.message.startsWith('The audio is too long'));

/** Mutates the archive or a file in it, so that inner parsers process damaged files too. */
async function copyOf(order: FuzzOrder, index: number): Promise<Buffer> {
  const random = createRandom(order.seed * 1_000_003 + index);
  const { sample } = order;
  if (typeof sample === 'string') return mutate(Buffer.from(sample, 'base64'), random);
  const files = Object.entries(sample).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);
  const target = random(files.length + 1);
  const changedFiles = files.map(([name, bytes], position) => [
    name,
    position === target ? mutate(bytes, random) : bytes,
  ]);
  const zip = await makeZip(Object.fromEntries(changedFiles) as Record<string, Uint8Array>, {
    compress: false,
  });
  return target === files.length ? mutate(zip, random) : zip;
}

/** Returns the unchanged sample, which its parser accepts. */
async function originalOf({ sample }: FuzzOrder): Promise<Buffer> {
  if (typeof sample === 'string') return Buffer.from(sample, 'base64');
  const files = Object.entries(sample).map(([name, text]) => [name, Buffer.from(text, 'base64')]);
  return makeZip(Object.fromEntries(files) as Record<string, Uint8Array>);
}

/** Runs in a child process. The progress is the number of completed copies. */
export async function run(order: FuzzOrder, progress: (fraction: number) => void): Promise<FuzzResult> {
  const parse: Parser = parsers[order.parser];
  const unexpectedErrors: { index: number; error: string }[] = [];
  const add = (index: number, error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    unexpectedErrors.push({ index, error: text.slice(0, 500) });
  };
  await parse(await originalOf(order), order).catch((error: unknown) => add(-1, error));
  let slowest = { ms: 0, index: -1 };
  let errorCount = 0;
  for (let index = order.from; index < order.from + order.count; index += 1) {
    progress(index);
    const bytes = await copyOf(order, index);
    const start = performance.now();
    try {
      await parse(bytes, order);
    } catch (error) {
      errorCount += 1;
      if (!isExpected(error)) add(index, error);
    }
    const ms = performance.now() - start;
    if (ms > slowest.ms) slowest = { ms, index };
  }
  return {
    read: order.count - errorCount,
    refused: errorCount,
    unexpected: unexpectedErrors.slice(0, 5),
    slowest,
  };
}
