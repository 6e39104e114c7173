import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { completeBookTexts } from '#server/demo/content/complete-books';
import { englishBooks } from '#server/demo/content/books-english';
import { portugueseBooks } from '#server/demo/content/books-portuguese';
import { spanishBooks } from '#server/demo/content/books-spanish';
import { turkishBooks } from '#server/demo/content/books-turkish';
import { alignChapter } from '#server/media/align/align-chapter';
import { DIMENSIONS, createFeatureReader } from '#server/media/align/features';
import { type Span, alignByPauses, runsBetween } from '#server/media/align/pauses';
import { cutSentences } from '#server/media/align/sentences';
import { createLevelMeter } from '#server/media/scan/levels';
import { findSilences } from '#server/media/scan/silences';
import { type Narration, RATE, type Trouble, type Voice, narrate } from './narrate.ts';

/*
 * How well sentences find their place, with the truth known. Needs the programs espeak-ng and flite:
 *   node --conditions=source bench/align.ts [NAME…]
 * `--store` writes the beginning of one narration for `server/media/align/narration.test.ts`.
 */

const books = { en: englishBooks, es: spanishBooks, pt: portugueseBooks, tr: turkishBooks };
type Language = keyof typeof books;
const numbers = { en: 3, es: 4, pt: 2, tr: 1 } as const;

const espeak = (name: string): Voice => ({ engine: 'espeak-ng', name });
const flite = (name: string): Voice => ({ engine: 'flite', name });

interface Case {
  readonly name: string;
  readonly language: Language;
  readonly voice: Voice;
  readonly trouble?: Trouble;
}

const cases: readonly Case[] = [
  { name: 'en-1', language: 'en', voice: espeak('en-gb') },
  { name: 'en-2', language: 'en', voice: espeak('en-us+f3') },
  { name: 'en-3', language: 'en', voice: flite('slt') },
  { name: 'en-4', language: 'en', voice: flite('rms') },
  { name: 'es-1', language: 'es', voice: espeak('es') },
  { name: 'es-2', language: 'es', voice: espeak('es-419+f2') },
  { name: 'pt-1', language: 'pt', voice: espeak('pt') },
  { name: 'pt-2', language: 'pt', voice: espeak('pt-br+f4') },
  { name: 'tr-1', language: 'tr', voice: espeak('tr') },
  { name: 'tr-2', language: 'tr', voice: espeak('tr+f2') },
  { name: 'two-voices', language: 'en', voice: flite('slt'), trouble: { second: flite('rms') } },
  { name: 'music', language: 'en', voice: flite('slt'), trouble: { hasMusic: true } },
  { name: 'echo', language: 'es', voice: espeak('es'), trouble: { hasEcho: true } },
  { name: 'noise', language: 'pt', voice: espeak('pt'), trouble: { noiseDb: -40 } },
  { name: 'speed', language: 'tr', voice: espeak('tr'), trouble: { speed: 0.2 } },
  { name: 'order', language: 'en', voice: flite('rms'), trouble: { isSwapped: true } },
];

/** What there is to read in a language, and what is not in it. */
function textsIn(language: Language): { texts: string[]; foreign: string[] } {
  const rows = books[language];
  const names = new Set(rows.map(([name]) => name));
  const whole = completeBookTexts.filter(
    (book) => !names.has(book.name) && book.language === numbers[language],
  );
  const texts = whole.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.texts));
  const about = rows.map((row) => row[5]);
  return { texts: [...texts, ...about.slice(0, 12)], foreign: about.slice(12) };
}

const STORED = 'pt-1';
const STORED_SECONDS = 215;

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ??
  Number.NaN;
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function listen(samples: Float32Array) {
  const meter = createLevelMeter(RATE);
  meter.push(samples);
  const { list } = findSilences(meter.end().levels);
  const reader = createFeatureReader(RATE);
  for (let from = 0; from < samples.length; from += RATE) reader.push(samples.subarray(from, from + RATE));
  return { silences: list.map(([start, end]): Span => [start / 100, end / 100]), features: reader.end() };
}

function measure({ samples, seconds, texts, truth }: Narration, language: string) {
  const sentences = cutSentences(
    texts.map((text) => ({ text })),
    language,
  );
  const begun = cpuSeconds();
  const { silences, features } = listen(samples);
  const heard = cpuSeconds();
  const rough = alignByPauses(sentences, runsBetween(silences, 0, seconds));
  const found = alignChapter(sentences, { features, silences, seconds }, language).sentences;
  const ended = cpuSeconds();
  const errorsOf = (spans: readonly (Span | undefined)[]) =>
    truth.flatMap((span, index) => (span && spans[index] ? [Math.abs(spans[index][0] - span[0])] : []));
  const errors = errorsOf(found.map(({ span }) => span));
  const missed = truth.map((span, index) => span && !found[index]?.span);
  const isWrong = truth.map((span, index) => {
    const own = found[index]?.span;
    return span ? !own || Math.abs(own[0] - span[0]) >= 0.5 : own !== undefined;
  });
  const isDoubted = found.map(({ span, isDoubtful }) => isDoubtful && span !== undefined);
  const both = isWrong.filter((wrong, index) => wrong && isDoubted[index]).length;
  const spoken = truth.filter((span) => span).length;
  return {
    minutes: (seconds / 60).toFixed(1),
    sentences: sentences.length,
    'rough within 0.5 s %': ((100 * errorsOf(rough).filter((error) => error < 0.5).length) / spoken).toFixed(
      1,
    ),
    'within 0.5 s %': ((100 * errors.filter((error) => error < 0.5).length) / spoken).toFixed(1),
    'median s': at(errors, 0.5).toFixed(3),
    '95 % s': at(errors, 0.95).toFixed(2),
    'left out, found': `${truth.filter((span, index) => !span && !found[index]?.span).length}/${truth.filter((span) => !span).length}`,
    'spoken, lost': missed.filter(Boolean).length,
    wrong: isWrong.filter(Boolean).length,
    doubted: isDoubted.filter(Boolean).length,
    'wrong and doubted': both,
    'CPU s/h, features': (((heard - begun) / seconds) * 3_600).toFixed(1),
    'CPU s/h, all': (((ended - begun) / seconds) * 3_600).toFixed(1),
  };
}

/** Writes the beginning of a narration, with its features in a byte each. */
function store({ samples, texts, truth }: Narration, language: string): void {
  const sentences = cutSentences(
    texts.map((text) => ({ text })),
    language,
  );
  const ends = sentences.flatMap(({ item, isLast }, index) => {
    const end = truth[index]?.[1] ?? STORED_SECONDS;
    return isLast && end < STORED_SECONDS ? [{ end: end + 0.6, items: item + 1, count: index + 1 }] : [];
  });
  const { end = 0, items = 0, count = 0 } = ends.at(-1) ?? {};
  const { silences, features } = listen(samples.subarray(0, Math.floor(end * RATE)));
  const plain = DIMENSIONS / 2;
  const bytes = Int8Array.from({ length: features.frames * plain }, (_, place) => {
    const value = features.values[Math.floor(place / plain) * DIMENSIONS + (place % plain)] ?? 0;
    return Math.max(-127, Math.min(127, Math.round(value * 24)));
  });
  const stored = {
    language,
    seconds: end,
    texts: texts.slice(0, items),
    silences,
    truth: truth.slice(0, count).map((span) => span ?? null),
    features: gzipSync(bytes, { level: 9 }).toString('base64'),
  };
  writeFileSync('server/testing/fixtures/narration.json', JSON.stringify(stored));
}

const wanted = process.argv.slice(2).filter((word) => word !== '--store');
const isStored = process.argv.includes('--store');
const rows: Record<string, ReturnType<typeof measure>> = {};
for (const { name, language, voice, trouble } of cases) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { texts, foreign } = textsIn(language);
  if (isStored) {
    if (name === STORED) store(narrate(texts, foreign, language, voice, 1, trouble), language);
    continue;
  }
  rows[name] = measure(narrate(texts, foreign, language, voice, 1, trouble), language);
  process.stdout.write(`${name} ${JSON.stringify(rows[name])}\n`);
}
process.stdout.write(`${JSON.stringify(rows, null, 1)}\n`);
