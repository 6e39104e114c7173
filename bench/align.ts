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
import { type Span, alignByPauses, runsBetween } from '#server/features/book-content/alignment/pauses';
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

const STORED = 'pt-1';
const STORED_SECONDS = 215;

const quantile = (values: readonly number[], share: number): number =>
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
  const { silences, features } = listen(samples);
  const analysedSeconds = cpuSeconds();
  const rough = alignByPauses(sentences, runsBetween(silences, 0, seconds));
  const [aligned] = alignBook([{ sentences, audio: { features, silences, seconds } }], { language });
  const alignedSentences = aligned?.sentences ?? [];
  const endSeconds = cpuSeconds();
  const errorsOf = (spans: readonly (Span | undefined)[]) =>
    truth.flatMap((span, index) => (span && spans[index] ? [Math.abs(spans[index][0] - span[0])] : []));
  const errors = errorsOf(alignedSentences.map(({ span }) => span));
  const missedSpans = truth.map((span, index) => span && !alignedSentences[index]?.span);
  const isWrong = truth.map((span, index) => {
    const own = alignedSentences[index]?.span;
    return span ? !own || Math.abs(own[0] - span[0]) >= 0.5 : own !== undefined;
  });
  const isLowConfidence = alignedSentences.map(({ span, isUncertain: isLow }) => isLow && span !== undefined);
  const both = isWrong.filter((wrong, index) => wrong && isLowConfidence[index]).length;
  const sentenceCount = truth.filter((span) => span).length;
  return {
    minutes: (seconds / 60).toFixed(1),
    sentences: sentences.length,
    'rough within 0.5 s %': (
      (100 * errorsOf(rough).filter((error) => error < 0.5).length) /
      sentenceCount
    ).toFixed(1),
    'within 0.5 s %': ((100 * errors.filter((error) => error < 0.5).length) / sentenceCount).toFixed(1),
    'median s': quantile(errors, 0.5).toFixed(3),
    '95 % s': quantile(errors, 0.95).toFixed(2),
    'left out': truth.filter((span) => !span).length,
    'left out, found': truth.filter((span, index) => !span && !alignedSentences[index]?.span).length,
    'spoken, lost': missedSpans.filter(Boolean).length,
    'wrong, not lost': isWrong.filter((wrong, index) => wrong && alignedSentences[index]?.span).length,
    lowConfidence: isLowConfidence.filter(Boolean).length,
    'wrong and low confidence': both,
    'CPU s/h, features': (((analysedSeconds - startSeconds) / seconds) * 3_600).toFixed(1),
    'CPU s/h, all': (((endSeconds - startSeconds) / seconds) * 3_600).toFixed(1),
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
  const row = measure(
    narrate(excerptOf(texts, excerpt), { foreign, language, voice, seed, problem }),
    language,
  );
  (groups[group] ??= []).push(row);
  process.stdout.write(`${name} ${JSON.stringify(row)}\n`);
}
for (const [group, rows] of Object.entries(groups)) {
  const sum = (key: keyof (typeof rows)[number]) => rows.reduce((total, row) => total + Number(row[key]), 0);
  const shares = rows.map((row) => Number(row['within 0.5 s %']));
  const hours = sum('minutes') / 60;
  const total = {
    'within 0.5 s %, mean': (sum('within 0.5 s %') / rows.length).toFixed(1),
    'within 0.5 s %, worst': Math.min(...shares).toFixed(1),
    'left out, found': sum('left out, found'),
    'left out': sum('left out'),
    'spoken, lost': sum('spoken, lost'),
    'wrong, not lost': sum('wrong, not lost'),
    lowConfidence: sum('lowConfidence'),
    'wrong and low confidence': sum('wrong and low confidence'),
    'CPU s/h, all': (
      rows.reduce((seconds, row) => seconds + (Number(row['CPU s/h, all']) * Number(row.minutes)) / 60, 0) /
      hours
    ).toFixed(1),
  };
  process.stdout.write(`${group}: ${JSON.stringify(total, null, 1)}\n`);
}
