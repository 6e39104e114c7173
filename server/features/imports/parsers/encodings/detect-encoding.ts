import type { LanguageGroup } from './language-samples.ts';
import { scoreOfWords } from './letter-model.ts';

interface Candidate {
  readonly encoding: string;
  readonly group: LanguageGroup | 'japanese';
  /** Initial score advantage over other encodings. */
  readonly lead: number;
}

/** The default encoding, used unless another one fits clearly better. */
const USUAL: Candidate = { encoding: 'windows-1252', group: 'western', lead: 3 };
const CANDIDATES: readonly Candidate[] = [
  USUAL,
  // It differs from windows-1252 in six letters only, which are Icelandic there.
  { encoding: 'windows-1254', group: 'turkish', lead: 3 },
  { encoding: 'windows-1250', group: 'central', lead: 0 },
  { encoding: 'iso-8859-2', group: 'central', lead: 0 },
  { encoding: 'windows-1251', group: 'cyrillic', lead: 0 },
  { encoding: 'koi8-u', group: 'cyrillic', lead: -1 },
  { encoding: 'ibm866', group: 'cyrillic', lead: -1 },
  { encoding: 'shift_jis', group: 'japanese', lead: 0 },
];

/** A character that is wrong at its position: a control character, "¹" inside a word. */
const WRONG_SIGN = -9;
const SIGN = -3;
const KANA = -4;
const USUAL_KANJI = -7;
const RARE_KANJI = -11;
const HALF_WIDTH = -9;
/** Latin letters beside kanji, as in random pairs of bytes. */
const MIXED = -5;

const NOT_ASCII = /\P{ASCII}/u;

const isPlain = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

/** Returns bytes decoded with an encoding; undefined for bytes that are invalid in it. */
function decodeWhole(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns decoded bytes without an incomplete last character, when the text has other multi-byte characters. */
function decodeCut(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return NOT_ASCII.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

const decodeFitting = (bytes: Uint8Array, encoding: string): string | undefined =>
  decodeWhole(bytes, encoding) ?? decodeCut(bytes, encoding);

const ownSigns = /[^\p{ASCII}\p{L}\p{M}]/gu;
const plausible = /[“”„‘’‚«»‹›–—…¿¡§©®™№°·•£€¢«»¼½¾²³ªº×÷\u00a0\u00ad、。・ー「」『』（）！？　〜々]/u;
const BOOK_CONTENT = /\p{L}[^\p{ASCII}\p{L}\p{M}’·\u00ad・ー、。「」『』（）！？　〜–—]\p{L}/gu;
/** Characters that occur only before a word or only after it, at the wrong side. */
const WRONG_SIDE = /\p{L}[¿¡„]|[£€©§№°]\p{L}|[²³¼½¾×÷¢]\p{L}|\p{L}[²³¼½¾×÷¢£€°№]/gu;

function scoreOfSigns(text: string): number {
  const signs = (text.match(ownSigns) ?? []).reduce(
    (sum, sign) => sum + (plausible.test(sign) ? SIGN : WRONG_SIGN),
    0,
  );
  const misplacedCount = (text.match(BOOK_CONTENT) ?? []).length + (text.match(WRONG_SIDE) ?? []).length;
  return signs + misplacedCount * WRONG_SIGN;
}

function scoreOfJapanese(text: string, bytes: Uint8Array): number {
  const kanji = text.match(/\p{Script=Han}/gu) ?? [];
  const leads = [...bytes].filter((byte) => byte >= 0x98 && byte <= 0x9f).length;
  const rare = Math.min(kanji.length, leads + bytes.filter((byte) => byte >= 0xe0).length);
  const half = (text.match(/[\uff61-\uff9f]/gu) ?? []).length;
  const kana = (text.match(/[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu) ?? []).length - half;
  const mixedCount = (
    text.match(/[A-Za-z][\p{Script=Han}\uff61-\uff9f]|[\p{Script=Han}\uff61-\uff9f][A-Za-z]/gu) ?? []
  ).length;
  const foreign = (
    text.match(
      /[^\p{ASCII}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uff61-\uff9f]/gu,
    ) ?? []
  ).length;
  const latin = scoreOfWords((text.match(/[A-Za-z]+/g) ?? []).join(' '), 'western');
  return (
    latin +
    kana * KANA +
    (kanji.length - rare) * USUAL_KANJI +
    rare * RARE_KANJI +
    half * HALF_WIDTH +
    mixedCount * MIXED +
    foreign * WRONG_SIGN +
    scoreOfSigns(text)
  );
}

/** Enough bytes to detect the encoding of a text. */
const SAMPLE_BYTES = 4096;
/** Required advantage of another encoding for one text over the encoding of the other texts. */
const LEAD_OF_OTHERS = 8;

function scoreOf(texts: readonly Uint8Array[], { encoding, group, lead }: Candidate): number {
  let score = lead;
  for (const bytes of texts) {
    const sample = bytes.subarray(0, SAMPLE_BYTES);
    const text = decodeFitting(sample, encoding);
    if (text === undefined) return Number.NEGATIVE_INFINITY;
    score +=
      group === 'japanese' ? scoreOfJapanese(text, sample) : scoreOfWords(text, group) + scoreOfSigns(text);
  }
  return score;
}

/** Returns the most likely encoding of texts. `knownEncoding` has an advantage. */
function likeliest(texts: readonly Uint8Array[], knownEncoding?: Candidate): Candidate {
  const scores = CANDIDATES.map((candidate) => ({
    candidate,
    score: scoreOf(texts, candidate) + (candidate === knownEncoding ? LEAD_OF_OTHERS : 0),
  }));
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).candidate;
}

/**
 * Decodes texts of one file whose encoding is unknown. UTF-8 is detected reliably; otherwise all texts have the encoding in which they are
 * the most likely words. A text for which another encoding is clearly better uses that one.
 */
export function decodeTexts(texts: readonly Uint8Array[]): string[] {
  const sure = texts.map((bytes) => decodeFitting(bytes, 'utf-8'));
  const legacy = texts.filter((bytes, index) => sure[index] === undefined && !isPlain(bytes));
  // Repeated texts count once.
  const different = [
    ...new Map(legacy.map((bytes) => [Buffer.from(bytes).toString('latin1'), bytes])).values(),
  ];
  const together = legacy.length > 0 ? likeliest(different) : USUAL;
  return texts.map((bytes, index) => {
    const candidate = sure[index];
    if (candidate !== undefined) return candidate;
    return (
      decodeFitting(bytes, likeliest([bytes], together).encoding) ??
      new TextDecoder(USUAL.encoding).decode(bytes)
    );
  });
}
