import { readFixture } from './media-files.ts';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const FRAME_BYTES = 417;
const FRAMES_A_SECOND = 44_100 / 1152;

export interface Mp3Chapter {
  readonly title: string;
  /** The start in seconds. */
  readonly start: number;
  readonly end: number;
}

export interface Mp3Options {
  readonly seconds?: number;
  /** Frames of an ID3 tag by name: `TIT2`, `TXXX:NAME`. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly chapters?: readonly Mp3Chapter[];
  readonly image?: Uint8Array;
}

const id3Frame = (id: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id, 'latin1'), u32(body.length), Buffer.alloc(2), body]);

const id3Text = (text: string): Buffer =>
  Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const id3Named = (id: string, text: string): Buffer => {
  const [frame = '', description] = id.split(':', 2);
  if (frame === 'COMM') {
    const head = Buffer.from(`\0eng${description ?? ''}\0`, 'latin1');
    return id3Frame(frame, Buffer.concat([head, Buffer.from(text, 'latin1')]));
  }
  if (description === undefined) return id3Frame(frame, id3Text(text));
  const name = Buffer.concat([Buffer.from([0]), Buffer.from(`${description}\0`, 'latin1')]);
  return id3Frame(frame, Buffer.concat([name, Buffer.from(text, 'latin1')]));
};

const id3Chapter = ({ title, start, end }: Mp3Chapter, index: number): Buffer =>
  id3Frame(
    'CHAP',
    Buffer.concat([
      Buffer.from(`ch${index}\0`, 'latin1'),
      u32(Math.round(start * 1000)),
      u32(Math.round(end * 1000)),
      u32(0xffff_ffff),
      u32(0xffff_ffff),
      id3Frame('TIT2', id3Text(title)),
    ]),
  );

/** Returns a silent MP3 with 128 kbit/s in stereo and an ID3 2.3 tag. */
export function makeMp3({ seconds = 2, tags = {}, chapters = [], image }: Mp3Options = {}): Buffer {
  const frames = [
    ...Object.entries(tags).map(([id, text]) => id3Named(id, text)),
    ...(image
      ? [id3Frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), image]))]
      : []),
    ...chapters.map(id3Chapter),
  ];
  const body = Buffer.concat(frames);
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >>> shift) & 0x7f));
  const tag = body.length > 0 ? [Buffer.from('ID3\x03\0\0', 'latin1'), size, body] : [];
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.writeUInt32BE(0xfffb_9000);
  const count = Math.max(2, Math.round(seconds * FRAMES_A_SECOND));
  return Buffer.concat([...tag, ...Array.from({ length: count }, () => frame)]);
}

const atom = (name: string, ...atoms: Buffer[]): Buffer => {
  const body = Buffer.concat(atoms);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};

/** A tag of iTunes: a text, the number of a movement, or a tag with a domain such as `----:com.apple.iTunes:ASIN`. */
function ilstItem(name: string, text: string): Buffer {
  if (name === '©mvi') return atom(name, atom('data', u32(21), u32(0), u32(Number(text))));
  const data = atom('data', u32(1), u32(0), Buffer.from(text));
  const [, domain, ownName] = /^----:([^:]+):(.+)$/.exec(name) ?? [];
  if (domain === undefined || ownName === undefined) return atom(name, data);
  const textAtom = (id: string, value: string) => atom(id, u32(0), Buffer.from(value));
  return atom('----', textAtom('mean', domain), textAtom('name', ownName), data);
}

export interface M4bOptions {
  /** The tags by atom name, such as `©nam`. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly chapters?: readonly { readonly title: string; readonly start: number }[];
  readonly image?: Uint8Array;
}

function chapterList(chapters: NonNullable<M4bOptions['chapters']>): Buffer {
  const entries = chapters.map(({ title, start }) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(Math.round(start * 10_000_000)));
    const name = Buffer.from(title);
    return Buffer.concat([time, Buffer.from([name.length]), name]);
  });
  return atom('chpl', Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, chapters.length]), ...entries);
}

/** Returns two seconds of a tone as an M4B with these tags and chapter markers. */
export async function makeM4b({ tags = {}, chapters = [], image }: M4bOptions = {}): Promise<Buffer> {
  const file = Buffer.from(await readFixture('tone.m4a'));
  file.write('M4B ', 8, 'latin1');
  let moovAt = 0;
  while (file.toString('latin1', moovAt + 4, moovAt + 8) !== 'moov') moovAt += file.readUInt32BE(moovAt);
  const atoms: Buffer[] = [];
  for (
    let offset = moovAt + 8;
    offset < moovAt + file.readUInt32BE(moovAt);
    offset += file.readUInt32BE(offset)
  ) {
    const child = file.subarray(offset, offset + file.readUInt32BE(offset));
    if (child.toString('latin1', 4, 8) !== 'udta') atoms.push(child);
  }
  const handler = Buffer.concat([u32(0), u32(0), Buffer.from('mdirappl', 'latin1'), Buffer.alloc(9)]);
  const items = [
    ...Object.entries(tags).map(([name, text]) => ilstItem(name, text)),
    ...(image ? [atom('covr', atom('data', u32(14), u32(0), Buffer.from(image)))] : []),
  ];
  const meta = atom('meta', u32(0), atom('hdlr', handler), atom('ilst', ...items));
  const udta = atom('udta', meta, ...(chapters.length > 0 ? [chapterList(chapters)] : []));
  return Buffer.concat([file.subarray(0, moovAt), atom('moov', ...atoms, udta)]);
}
