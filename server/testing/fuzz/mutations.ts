/** Creates Park and Miller's random number generator. The same seed returns the same numbers. */
export function createRandom(seed: number): (below: number) => number {
  let state = (Math.abs(seed) % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const EDGES = [0, 1, 0x7f, 0x80, 0xff];
const WORDS = [0, 1, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
/** Most files have their headers and tables in these first bytes. */
const HEAD_BYTES = 256;

type Mutation = (bytes: Buffer, offset: number, random: (below: number) => number) => Buffer;

const withLength = (random: (below: number) => number) => 1 + random(64);

const mutations: readonly Mutation[] = [
  (bytes, offset, random) => {
    bytes[offset] = random(256);
    return bytes;
  },
  (bytes, offset, random) => {
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random(8));
    return bytes;
  },
  (bytes, offset, random) => {
    bytes[offset] = EDGES[random(EDGES.length)] ?? 0;
    return bytes;
  },
  (bytes, offset, random) => {
    const word = WORDS[random(WORDS.length)] ?? 0;
    if (offset + 4 > bytes.length) return bytes;
    if (random(2) === 0) bytes.writeUInt32BE(word, offset);
    else bytes.writeUInt32LE(word, offset);
    return bytes;
  },
  (bytes, offset, random) =>
    Buffer.concat([bytes.subarray(0, offset), bytes.subarray(offset + withLength(random))]),
  (bytes, offset, random) => {
    const pattern = bytes.subarray(offset, offset + withLength(random));
    return Buffer.concat([
      bytes.subarray(0, offset),
      ...Array<Buffer>(1 + random(20)).fill(pattern),
      bytes.subarray(offset),
    ]);
  },
  (bytes, offset, random) => {
    const from = random(bytes.length);
    bytes.copy(bytes, offset, from, from + withLength(random));
    return bytes;
  },
  (bytes, offset, random) => (random(4) ? bytes : bytes.subarray(0, offset)),
];

/** Returns a mutated copy. The same random numbers create the same copy. */
export function mutate(original: Uint8Array, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(original);
  for (let left = 1 + random(8); left > 0 && bytes.length > 0; left -= 1) {
    const offset = random(random(2) ? Math.min(bytes.length, HEAD_BYTES) : bytes.length);
    const change = mutations[random(mutations.length)];
    if (change) bytes = Buffer.from(change(bytes, offset, random));
  }
  return bytes;
}
