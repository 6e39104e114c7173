import { parseFile } from 'music-metadata';
import { decodeByFfmpeg } from '#server/features/audio/analysis/decode-ffmpeg';
import { decodeAudio } from '#server/features/audio/analysis/decode';
import { createLevelMeter } from '#server/features/audio/analysis/levels';
import { findSilences } from '#server/features/audio/analysis/silences';
import type { Audio, AudioStream } from '#server/features/audio/analysis/audio-stream';
import { alignChapter } from './align-chapter.ts';
import { createFeatureReader } from './features.ts';
import type { Span } from './pauses.ts';
import { type Sentence, splitSentences } from './sentences.ts';

/* The child process of an alignment. It aligns the chapters of one file. */

export interface AlignChapterOrder {
  readonly id: number;
  /** Seconds in the file. When `end` is null, the chapter ends with the file. */
  readonly start: number;
  readonly end: number | null;
  readonly texts: readonly { readonly text: string; readonly anchor?: readonly [number, number] }[];
}

export interface AlignFileOrder {
  readonly path: string;
  /** Extension of the blob's key. */
  readonly extension: string;
  readonly language: string;
  /** The path of `ffmpeg`, if installed. */
  readonly ffmpeg: string | null;
  /** Sorted by start. */
  readonly chapters: readonly AlignChapterOrder[];
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
const DECODING_SHARE = 0.25;

const toThousandths = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
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

async function openAudio({ path, extension, ffmpeg }: AlignFileOrder): Promise<AudioStream> {
  if (ffmpeg !== null) return decodeByFfmpeg(ffmpeg, path, 1);
  const { format } = await parseFile(path, { duration: false, skipCovers: true });
  return decodeAudio(path, extension, /flac/i.test(format.codec ?? ''));
}

interface ChapterReader {
  readonly chapter: AlignChapterOrder;
  readonly meter: ReturnType<typeof createLevelMeter>;
  readonly reader: ReturnType<typeof createFeatureReader>;
}

/** Aligns the sentences of chapters. Only the audio of the current chapter is in memory. */
export async function run(
  order: AlignFileOrder,
  progress: (fraction: number, stage?: string) => void,
): Promise<readonly ParsedChapter[]> {
  const parsedChapters: ParsedChapter[] = [];
  const waitingChapters = [...order.chapters];
  const last = waitingChapters.at(-1);
  let open: ChapterReader[] = [];
  let position = 0;
  let rate = 0;

  function finish({ chapter, meter, reader }: ChapterReader): void {
    const seconds = rate > 0 ? meter.position() / rate : 0;
    const silences = findSilences(meter.end().levels).list.map(
      ([start, end]): Span => [start / A_SECOND, end / A_SECOND],
    );
    const anchoredTexts = chapter.texts.map(({ text, anchor }) => ({
      text,
      anchor: anchor && ([anchor[0] - chapter.start, anchor[1] - chapter.start] as const),
    }));
    const sentences = splitSentences(anchoredTexts, order.language);
    const doneFraction = parsedChapters.length / order.chapters.length;
    const alignedChapter = alignChapter(sentences, {
      audio: { features: reader.end(), silences, seconds },
      language: order.language,
      progress: (share) =>
        progress(
          doneFraction + (DECODING_SHARE + (1 - DECODING_SHARE) * share) / order.chapters.length,
          'Aligning',
        ),
    });
    parsedChapters.push({
      id: chapter.id,
      foreign: alignedChapter.foreign.map((span) => shiftSpan(span, chapter.start)),
      sentences: sentences.map(({ item, from, to }, index): ParsedSentence => {
        const { span, confidence = 0, isUncertain = true } = alignedChapter.sentences[index] ?? {};
        return {
          item,
          from,
          to,
          span: span ? shiftSpan(span, chapter.start) : null,
          confidence,
          isUncertain,
        };
      }),
    });
  }

  for await (const audio of await openAudio(order)) {
    const samples = toMono(audio);
    if (samples.length === 0) continue;
    rate ||= audio.sampleRate;
    const from = position / rate;
    position += samples.length;
    const to = position / rate;
    while (waitingChapters[0] && waitingChapters[0].start < to) {
      const chapter = waitingChapters.shift();
      if (chapter) open.push({ chapter, meter: createLevelMeter(rate), reader: createFeatureReader(rate) });
    }
    const endedReaders: ChapterReader[] = [];
    for (const chapterReader of open) {
      const { start, end } = chapterReader.chapter;
      const part = samples.subarray(
        Math.max(0, Math.round((start - from) * rate)),
        end === null ? samples.length : Math.max(0, Math.round((end - from) * rate)),
      );
      chapterReader.meter.push(part);
      chapterReader.reader.push(part);
      if (end !== null && end <= to) endedReaders.push(chapterReader);
    }
    open = open.filter((chapterReader) => !endedReaders.includes(chapterReader));
    for (const chapterReader of endedReaders) finish(chapterReader);
    progress(
      (parsedChapters.length + (open.length > 0 ? DECODING_SHARE / 2 : 0)) / order.chapters.length,
      'Analysing audio',
    );
    if (waitingChapters.length === 0 && open.length === 0 && last) break;
  }
  for (const chapterReader of open) finish(chapterReader);
  return parsedChapters;
}
