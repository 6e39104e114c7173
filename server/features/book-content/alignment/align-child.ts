import { parseFile } from 'music-metadata';
import { decodeByFfmpeg } from '#server/features/audio/analysis/decode-ffmpeg';
import { decodeAudio } from '#server/features/audio/analysis/decode';
import { createLevelMeter } from '#server/features/audio/analysis/levels';
import { findSilences } from '#server/features/audio/analysis/silences';
import type { Audio, AudioStream } from '#server/features/audio/analysis/audio-stream';
import { type AlignedChapter, type ChapterInput, alignBook } from './align-book.ts';
import { createFeatureReader } from './features.ts';
import type { Span } from './pauses.ts';
import { type Sentence, splitSentences } from './sentences.ts';

/* The child process of an alignment. It aligns the chapters of a book, which may be in several files. */

export interface AlignChapterOrder {
  readonly id: number;
  /** Seconds in the file. When `end` is null, the chapter ends with the file. */
  readonly start: number;
  readonly end: number | null;
  readonly texts: readonly { readonly text: string; readonly anchor?: readonly [number, number] }[];
}

export interface AlignFile {
  readonly path: string;
  /** Extension of the blob's key. */
  readonly extension: string;
  /** Sorted by start. */
  readonly chapters: readonly AlignChapterOrder[];
}

export interface AlignBookOrder {
  readonly language: string;
  /** The path of `ffmpeg`, if installed. */
  readonly ffmpeg: string | null;
  readonly files: readonly AlignFile[];
}

export interface ParsedSentence extends Pick<Sentence, 'item' | 'from' | 'to'> {
  /** Seconds in the file; null when the sentence was not found. */
  readonly span: Span | null;
  readonly confidence: number;
  readonly isUncertain: boolean;
}

export interface ParsedChapter {
  readonly id: number;
  readonly sentences: readonly ParsedSentence[];
  /** Audio that is missing in the text. */
  readonly foreign: readonly Span[];
}

const A_SECOND = 100;
const DECODING_SHARE = 0.4;

export const toThousandths = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
const shiftSpan = ([start, end]: Span, by: number): Span => [
  toThousandths(start + by),
  toThousandths(end + by),
];

function toMono({ channels }: Audio): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length < 2) return first;
  return first.map(
    (_, index) => channels.reduce((sum, samples) => sum + (samples[index] ?? 0), 0) / channels.length,
  );
}

async function openAudio(
  { path, extension, chapters }: AlignFile,
  ffmpeg: string | null,
): Promise<AudioStream> {
  if (ffmpeg !== null) return decodeByFfmpeg(ffmpeg, path, 1);
  const { format } = await parseFile(path, { duration: false, skipCovers: true });
  const isFlac = /flac/i.test(format.codec ?? '');
  return decodeAudio(path, extension, { isFlac, from: chapters[0]?.start ?? 0 });
}

interface ChapterReader {
  readonly chapter: AlignChapterOrder;
  readonly meter: ReturnType<typeof createLevelMeter>;
  readonly reader: ReturnType<typeof createFeatureReader>;
}

interface AnalysedChapter extends ChapterInput {
  readonly chapter: AlignChapterOrder;
}

function endChapter(
  { chapter, meter, reader }: ChapterReader,
  rate: number,
  language: string,
): AnalysedChapter {
  const silences = findSilences(meter.end().levels).list.map(
    ([start, end]): Span => [start / A_SECOND, end / A_SECOND],
  );
  const anchoredTexts = chapter.texts.map(({ text, anchor }) => ({
    text,
    anchor: anchor && ([anchor[0] - chapter.start, anchor[1] - chapter.start] as const),
  }));
  return {
    chapter,
    sentences: splitSentences(anchoredTexts, language),
    audio: { features: reader.end(), silences, seconds: rate > 0 ? meter.position() / rate : 0 },
  };
}

/** Reads the features of the chapters of a file. Only the samples of the present piece are in memory. */
export async function analyseFile(
  file: AlignFile,
  { ffmpeg, language }: Pick<AlignBookOrder, 'ffmpeg' | 'language'>,
  progress: (chapters: number) => void,
): Promise<AnalysedChapter[]> {
  const analysedChapters: AnalysedChapter[] = [];
  const waitingChapters = [...file.chapters];
  let open: ChapterReader[] = [];
  let position = 0;
  let rate = 0;
  const end = (chapterReader: ChapterReader) =>
    analysedChapters.push(endChapter(chapterReader, rate, language));
  for await (const audio of await openAudio(file, ffmpeg)) {
    const samples = toMono(audio);
    if (samples.length === 0) continue;
    rate ||= audio.sampleRate;
    position += audio.skippedSamples ?? 0;
    const from = position / rate;
    position += samples.length;
    const to = position / rate;
    while (waitingChapters[0] && waitingChapters[0].start < to) {
      const chapter = waitingChapters.shift();
      if (chapter) open.push({ chapter, meter: createLevelMeter(rate), reader: createFeatureReader(rate) });
    }
    const endedReaders: ChapterReader[] = [];
    for (const chapterReader of open) {
      const { start, end: chapterEnd } = chapterReader.chapter;
      const ownSamples = samples.subarray(
        Math.max(0, Math.round((start - from) * rate)),
        chapterEnd === null ? samples.length : Math.max(0, Math.round((chapterEnd - from) * rate)),
      );
      chapterReader.meter.push(ownSamples);
      chapterReader.reader.push(ownSamples);
      if (chapterEnd !== null && chapterEnd <= to) endedReaders.push(chapterReader);
    }
    open = open.filter((chapterReader) => !endedReaders.includes(chapterReader));
    for (const chapterReader of endedReaders) end(chapterReader);
    progress(analysedChapters.length + (open.length > 0 ? 0.5 : 0));
    if (waitingChapters.length === 0 && open.length === 0 && file.chapters.length > 0) break;
  }
  for (const chapterReader of open) end(chapterReader);
  return analysedChapters;
}

function toParsed({ chapter, sentences }: AnalysedChapter, alignment: AlignedChapter): ParsedChapter {
  return {
    id: chapter.id,
    foreign: alignment.foreign.map((span) => shiftSpan(span, chapter.start)),
    sentences: sentences.map(({ item, from, to }, index): ParsedSentence => {
      const { span, confidence = 0, isUncertain = true } = alignment.sentences[index] ?? {};
      return { item, from, to, span: span ? shiftSpan(span, chapter.start) : null, confidence, isUncertain };
    }),
  };
}

/**
 * Aligns the sentences of the chapters of a book. The letters are learned from all chapters. In memory are the samples of the present
 * piece, and 2 MB of features an hour.
 */
export async function run(
  order: AlignBookOrder,
  progress: (fraction: number, stage?: string) => void,
): Promise<readonly ParsedChapter[]> {
  const { files, language } = order;
  const count = files.reduce((sum, { chapters }) => sum + chapters.length, 0);
  const analysedChapters: AnalysedChapter[] = [];
  for (const file of files) {
    const before = analysedChapters.length;
    const own = await analyseFile(file, order, (chapters) =>
      progress((DECODING_SHARE * (before + chapters)) / count, 'Analysing audio'),
    );
    analysedChapters.push(...own);
  }
  const alignedChapters = alignBook(analysedChapters, {
    language,
    progress: (share) => progress(DECODING_SHARE + (1 - DECODING_SHARE) * share, 'Aligning'),
  });
  return analysedChapters.map((chapter, index) => toParsed(chapter, alignedChapters[index]!));
}
