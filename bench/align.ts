import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { completeBookTexts } from '#server/demo/content/complete-books';
import { englishBooks } from '#server/demo/content/books-english';
import { portugueseBooks } from '#server/demo/content/books-portuguese';
import { spanishBooks } from '#server/demo/content/books-spanish';
import { turkishBooks } from '#server/demo/content/books-turkish';
import { alignBook } from '#server/features/book-content/alignment/align-book';
import { createFeatureReader } from '#server/features/audio/analysis/acoustic-features';
import { normaliseFeatures } from '#server/features/book-content/alignment/features';
import type { Span } from '#server/features/book-content/alignment/pauses';
import { splitSentences } from '#server/features/book-content/alignment/sentences';
import { createLevelMeter } from '#server/features/audio/analysis/levels';
import { findSilences } from '#server/features/audio/analysis/silences';
import { type Case, type Language, cases } from './align-cases.ts';
import { type Narration, RATE, narrate } from './narrate.ts';

/*
 * Measures the accuracy of sentence alignment against known times. Requires the programs espeak-ng and flite:
 *   node bench/align.ts [NAME OR GROUP…]
 * `--store` writes the start of one narration for `server/features/book-content/alignment/narration.test.ts`.
 */

const books = { en: englishBooks, es: spanishBooks, pt: portugueseBooks, tr: turkishBooks };
const numbers = { en: 3, es: 4, pt: 2, tr: 1 } as const;

/** Returns the texts of a language and the texts of other languages. */
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

/** Returns the texts of a short narration, or all texts of any other narration. */
function excerptOf(texts: readonly string[], excerpt: Case['excerpt']): string[] {
  if (!excerpt) return [...texts];
  const own: string[] = [];
  for (let length = 0, index = excerpt.from; length < excerpt.length; index += 1) {
    const text = texts[index % texts.length] ?? '';
    own.push(text);
    length += text.length;
  }
  return own;
}

const STORED = 'pt pt';
const STORED_SECONDS = 215;

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
  return {
    silences: list.map(([start, end]): Span => [start / 100, end / 100]),
    features: normaliseFeatures(reader.end()),
  };
}

function measure({ samples, seconds, texts, truth }: Narration, language: string) {
  const sentences = splitSentences(
    texts.map((text) => ({ text })),
    language,
  );
  const startSeconds = cpuSeconds();
  const [aligned] = alignBook([{ sentences, audio: { ...listen(samples), seconds } }], { language });
  const cpu = cpuSeconds() - startSeconds;
  const results = truth.map((span, index) => {
    const { span: own, isUncertain = false } = aligned?.sentences[index] ?? {};
    const error = span && own ? Math.abs(own[0] - span[0]) : Infinity;
    const isWrong = own !== undefined && error >= 0.5;
    return { isSpoken: span !== undefined, isLost: own === undefined, isWrong, isUncertain, error };
  });
  const count = (matches: (result: (typeof results)[number]) => boolean) => results.filter(matches).length;
  const spokenCount = count(({ isSpoken }) => isSpoken);
  return {
    minutes: seconds / 60,
    sentences: sentences.length,
    'within 0.5 s, %': (100 * count(({ error }) => error < 0.5)) / spokenCount,
    unspoken: results.length - spokenCount,
    'unspoken, found': count(({ isSpoken, isLost }) => !isSpoken && isLost),
    'spoken, lost': count(({ isSpoken, isLost }) => isSpoken && isLost),
    wrong: count(({ isWrong }) => isWrong),
    'low confidence': count(({ isLost, isUncertain }) => !isLost && isUncertain),
    'wrong and low confidence': count(({ isWrong, isUncertain }) => isWrong && isUncertain),
    'CPU s': cpu,
  };
}

/** Writes the start of a narration. */
function store({ samples, texts, truth }: Narration, language: string): void {
  const sentences = splitSentences(
    texts.map((text) => ({ text })),
    language,
  );
  const ends = sentences.flatMap(({ item, isLast }, index) => {
    const end = truth[index]?.[1] ?? STORED_SECONDS;
    return isLast && end < STORED_SECONDS ? [{ end: end + 0.6, items: item + 1, count: index + 1 }] : [];
  });
  const { end = 0, items = 0, count = 0 } = ends.at(-1) ?? {};
  const { silences, features } = listen(samples.subarray(0, Math.floor(end * RATE)));
  const storedCase = {
    language,
    seconds: end,
    texts: texts.slice(0, items),
    silences,
    truth: truth.slice(0, count).map((span) => span ?? null),
    features: gzipSync(features.bytes, { level: 9 }).toString('base64'),
  };
  writeFileSync('server/testing/fixtures/narration.json', JSON.stringify(storedCase));
}

const selectedNames = process.argv.slice(2).filter((word) => word !== '--store');
const isStored = process.argv.includes('--store');
const groups: Record<string, ReturnType<typeof measure>[]> = {};
for (const { name, group, language, voice, seed, problem, excerpt } of cases) {
  if (selectedNames.length > 0 && !selectedNames.includes(name) && !selectedNames.includes(group)) continue;
  const { texts, foreign } = textsIn(language);
  if (isStored) {
    if (name === STORED) store(narrate(texts, { foreign, language, voice, seed, problem }), language);
    continue;
  }
  const narration = narrate(excerptOf(texts, excerpt), { foreign, language, voice, seed, problem });
  const row = measure(narration, language);
  (groups[group] ??= []).push(row);
  console.log(name, JSON.stringify(row));
}
for (const [group, rows] of Object.entries(groups)) {
  const shares = rows.map((row) => row['within 0.5 s, %']);
  const sums = Object.keys(rows[0] ?? {}).map((key) => [
    key,
    rows.reduce((sum, row) => sum + row[key as keyof typeof row], 0),
  ]);
  console.log(group, {
    ...(Object.fromEntries(sums) as (typeof rows)[number]),
    'within 0.5 s, %': shares.reduce((sum, share) => sum + share, 0) / rows.length,
    'worst, %': Math.min(...shares),
  });
}
