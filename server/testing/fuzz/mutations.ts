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

type Mutation = (bytes: Buffer, at: number, random: (below: number) => number) => Buffer;

const withLength = (random: (below: number) => number) => 1 + random(64);

const mutations: readonly Mutation[] = [
  (bytes, at, random) => {
    bytes[at] = random(256);
    return bytes;
  },
  (bytes, at, random) => {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    return bytes;
  },
  (bytes, at, random) => {
    bytes[at] = EDGES[random(EDGES.length)] ?? 0;
    return bytes;
  },
  (bytes, at, random) => {
    const word = WORDS[random(WORDS.length)] ?? 0;
    if (at + 4 > bytes.length) return bytes;
    if (random(2) === 0) bytes.writeUInt32BE(word, at);
    else bytes.writeUInt32LE(word, at);
    return bytes;
  },
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + withLength(random))]),
  (bytes, at, random) => {
    const part = bytes.subarray(at, at + withLength(random));
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array<Buffer>(1 + random(20)).fill(part),
      bytes.subarray(at),
    ]);
  },
  (bytes, at, random) => {
    const from = random(bytes.length);
    bytes.copy(bytes, at, from, from + withLength(random));
    return bytes;
  },
  (bytes, at, random) => (random(4) ? bytes : bytes.subarray(0, at)),
];

/** Returns a mutated copy. The same random numbers create the same copy. */
export function mutate(original: Uint8Array, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(original);
  for (let left = 1 + random(8); left > 0 && bytes.length > 0; left -= 1) {
    const at = random(random(2) ? Math.min(bytes.length, HEAD_BYTES) : bytes.length);
    const change = mutations[random(mutations.length)];
    if (change) bytes = Buffer.from(change(bytes, at, random));
  }
  return bytes;
}
