import { readFixture } from './media-files.ts';

const PAGE_HEADER = 27;
const LACED = 255;

/** Returns the checksum of a page: CRC-32 without reflection, over the page with a checksum of zero. */
function checksumOf(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0);
  }
  return sum >>> 0;
}

const endOfPage = (file: Buffer, start: number): number => {
  const segments = file[start + 26] ?? 0;
  const body = start + PAGE_HEADER + segments;
  return file.subarray(start + PAGE_HEADER, body).reduce((end, length) => end + length, body);
};

function packetsOf(page: Buffer): Buffer[] {
  const segments = page[26] ?? 0;
  const packets: Buffer[] = [];
  let start = PAGE_HEADER + segments;
  let end = start;
  for (const length of page.subarray(PAGE_HEADER, PAGE_HEADER + segments)) {
    end += length;
    if (length === LACED) continue;
    packets.push(page.subarray(start, end));
    start = end;
  }
  return packets;
}

/** Returns a page with the header of another page and other packets. */
function pageWith(packets: readonly Buffer[], original: Buffer): Buffer {
  const laces = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / LACED) }, () => LACED),
    length % LACED,
  ]);
  if (laces.length > LACED) throw new Error('The packets are too long for one page.');
  const header = Buffer.from(original.subarray(0, PAGE_HEADER));
  header.writeUInt32LE(0, 22);
  header[26] = laces.length;
  const page = Buffer.concat([header, Buffer.from(laces), ...packets]);
  page.writeUInt32LE(checksumOf(page), 22);
  return page;
}

/** Returns the body of a block of Vorbis comments. */
function commentBlock(comments: readonly string[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([withLength('Lectern'), count, ...comments.map(withLength)]);
}

const FLAC_COMMENTS = 4;

/** Returns two seconds of a tone in a FLAC file with these comments, each `NAME=text`. */
export async function makeFlac(comments: readonly string[]): Promise<Buffer> {
  const file = await readFixture('tone.flac');
  const blocks = [file.subarray(0, 4)];
  let offset = 4;
  for (let isLast = false; !isLast; ) {
    const type = file[offset] ?? 0;
    const end = offset + 4 + file.readUIntBE(offset + 1, 3);
    isLast = type >= 128;
    const isComments = type % 128 === FLAC_COMMENTS;
    const body = isComments ? commentBlock(comments) : file.subarray(offset + 4, end);
    const header = Buffer.from([type, 0, 0, 0]);
    header.writeUIntBE(body.length, 1, 3);
    blocks.push(header, body);
    offset = end;
  }
  return Buffer.concat([...blocks, file.subarray(offset)]);
}

const withLength = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** Returns two seconds of a tone in an Ogg file with these comments, each `NAME=text`. */
export async function makeOgg(codec: 'vorbis' | 'opus', comments: readonly string[]): Promise<Buffer> {
  const file = await readFixture(codec === 'vorbis' ? 'tone.ogg' : 'tone.opus');
  const start = endOfPage(file, 0);
  const end = endOfPage(file, start);
  const original = file.subarray(start, end);
  const [, ...others] = packetsOf(original);
  const packet = Buffer.concat([
    Buffer.from(codec === 'vorbis' ? '\x03vorbis' : 'OpusTags', 'latin1'),
    commentBlock(comments),
    Buffer.from(codec === 'vorbis' ? [1] : []),
  ]);
  return Buffer.concat([
    file.subarray(0, start),
    pageWith([packet, ...others], original),
    file.subarray(end),
  ]);
}
