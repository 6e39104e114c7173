import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

/** The configuration of AAC packets without extensions: the decoder detects extensions in the packets. */
export interface AacConfig {
  /** 1 to 4, because the header of a frame has two bits for it. */
  readonly kind: number;
  readonly rateIndex: number;
  readonly rate: number;
  readonly channels: number;
}

const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** The sampling rate follows in 24 bits. */
const OTHER_RATE = 15;
const MORE_KINDS = 31;
/** HE-AAC and HE-AAC v2: the rate and then the type of the core follow. */
const EXTENDED = new Set([5, 29]);
const LAST_KIND = 4;
const NAMES: Readonly<Record<number, string>> = { 23: 'AAC-LD', 39: 'AAC-ELD', 42: 'xHE-AAC' };

function bitsOf(bytes: Uint8Array): (count: number) => number {
  let position = 0;
  return (count) => {
    let value = 0;
    for (const end = position + count; position < end; position += 1)
      value = value * 2 + (((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1);
    return value;
  };
}

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). @throws AppError 415 for a type that frames cannot contain */
export function readAacConfig(bytes: Uint8Array): AacConfig {
  const take = bitsOf(bytes);
  const takeKind = () => {
    const kind = take(5);
    return kind === MORE_KINDS ? 32 + take(6) : kind;
  };
  const takeRate = () => {
    const index = take(4);
    return index === OTHER_RATE ? RATES.indexOf(take(24)) : index;
  };
  let kind = takeKind();
  const rateIndex = takeRate();
  const channels = take(4);
  if (EXTENDED.has(kind)) {
    takeRate();
    kind = takeKind();
  }
  const rate = RATES[rateIndex];
  if (kind < 1 || kind > LAST_KIND || rate === undefined)
    throw appError(knownErrors.audioKindUnknown(NAMES[kind] ?? 'AAC'));
  return { kind, rateIndex, rate, channels };
}
