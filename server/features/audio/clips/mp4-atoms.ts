import type { Source } from '#server/core/media/source';
import type { AudioTags } from './cuttable.ts';

/** Maximum number of atoms read inside one atom, and in a file. Files of usual encoders have a few dozen. */
const MAX_INNER_ATOMS = 256;
const MAX_TOP_ATOMS = 1_000;

/** Returns the content of a nested atom, by the names from the outside to the inside; undefined when it is missing. */
export function atomIn(content: Buffer, ...names: readonly string[]): Buffer | undefined {
  const [name, ...inner] = names;
  if (name === undefined) return content;
  for (const child of atomsIn(content)) if (child.name === name) return atomIn(child.content, ...inner);
  return undefined;
}

/** Yields the first atoms inside an atom. */
export function* atomsIn(content: Buffer): Generator<{ name: string; content: Buffer; whole: Buffer }> {
  let offset = 0;
  for (let count = 0; count < MAX_INNER_ATOMS && offset + 8 <= content.length; count += 1) {
    const size = content.readUInt32BE(offset);
    if (size < 8 || offset + size > content.length) return;
    const whole = content.subarray(offset, offset + size);
    yield { name: content.toString('latin1', offset + 4, offset + 8), content: whole.subarray(8), whole };
    offset += size;
  }
}

/** Returns the content of a top-level atom; undefined when it is missing, after too many others, or larger than `most`. */
export async function topAtom(source: Source, name: string, most: number): Promise<Buffer | undefined> {
  let offset = 0;
  for (let count = 0; count < MAX_TOP_ATOMS && offset + 8 <= source.size; count += 1) {
    const head = await source.read(offset, 16);
    if (head.length < 16) return undefined;
    const isLong = head.readUInt32BE(0) === 1;
    const statedSize = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
    const size = statedSize === 0 ? source.size - offset : statedSize;
    const headSize = isLong ? 16 : 8;
    if (size < headSize) return undefined;
    if (head.toString('latin1', 4, 8) === name)
      return size <= most ? source.read(offset + headSize, size - headSize) : undefined;
    offset += size;
  }
  return undefined;
}

/** Returns numbers of 32 bits each. */
export function uint32s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

export function atom(name: string, ...children: readonly Buffer[]): Buffer {
  const body = Buffer.concat(children);
  return Buffer.concat([uint32s(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

/** Returns an atom as a list of its bytes, so that tables of many megabytes are not copied into each parent atom. */
export function atomBuffers(name: string, ...children: readonly (readonly Buffer[])[]): Buffer[] {
  const bytes = children.flat();
  const size = bytes.reduce((sum, { length }) => sum + length, 8);
  return [uint32s(size), Buffer.from(name, 'latin1'), ...bytes];
}

const TEXT = 1;
const BYTES = 0;
const item = (name: string, kind: number, value: Buffer): Buffer =>
  atom(name, atom('data', uint32s(kind, 0), value));

/** Returns a tag with a free name. */
const namedItem = (name: string, text: string): Buffer =>
  atom(
    '----',
    atom('mean', uint32s(0), Buffer.from('com.apple.iTunes')),
    atom('name', uint32s(0), Buffer.from(name)),
    atom('data', uint32s(TEXT, 0), Buffer.from(text)),
  );

/** Returns the tags in iTunes format, which all players read. */
export function userData({
  title,
  album,
  author,
  narrator,
  publisher,
  year,
  track,
  tracks,
  others,
}: AudioTags): Buffer {
  const texts: readonly (readonly [string, string])[] = [
    ['\xa9nam', title],
    ['\xa9alb', album],
    ['\xa9ART', author],
    ['\xa9wrt', narrator],
    ['\xa9nrt', narrator],
    ['\xa9pub', publisher],
    ['\xa9day', year > 0 ? String(year) : ''],
  ];
  const items = texts
    .filter(([, text]) => text !== '')
    .map(([name, text]) => item(name, TEXT, Buffer.from(text)));
  if (track > 0) {
    const number = Buffer.alloc(8);
    number.writeUInt16BE(Math.min(track, 0xffff), 2);
    number.writeUInt16BE(Math.min(tracks, 0xffff), 4);
    items.push(item('trkn', BYTES, number));
  }
  for (const [name, text] of Object.entries(others)) if (text !== '') items.push(namedItem(name, text));
  const handler = Buffer.concat([uint32s(0, 0), Buffer.from('mdirappl', 'latin1'), Buffer.alloc(9)]);
  return atom('udta', atom('meta', uint32s(0), atom('hdlr', handler), atom('ilst', ...items)));
}
