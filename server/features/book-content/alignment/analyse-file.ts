import { readFile } from 'node:fs/promises';
import { parseFile } from 'music-metadata';
import { FRAMES_A_SECOND, createFeatureReader } from '#server/features/audio/analysis/acoustic-features';
import { type AudioStream, toMono } from '#server/features/audio/analysis/audio-stream';
import { decodeByFfmpeg } from '#server/features/audio/analysis/decode-ffmpeg';
import { decodeAudio } from '#server/features/audio/analysis/decode';
import {
  type AudioFeatures,
  FEATURES_EXTENSION,
  parseFeaturesFile,
} from '#server/features/audio/analysis/features-file';
import { createLevelMeter } from '#server/features/audio/analysis/levels';
import { findSilences } from '#server/features/audio/analysis/silences';
import type { ChapterInput } from './align-book.ts';
import { normaliseFeatures } from './features.ts';
import type { LoadedModel } from './load-model.ts';
import { type ModelScores, createScoreReader, sliceScores } from './model-scores.ts';
import type { Span } from './pauses.ts';
import { splitSentences } from './sentences.ts';

/* Reads the audio of the chapters of a file: its stored features, or the audio itself. */

export interface AlignChapterOrder {
  readonly id: number;
  /** Seconds in the file. When `end` is null, the chapter ends with the file. */
  readonly start: number;
  readonly end: number | null;
  readonly texts: readonly { readonly text: string; readonly anchor?: readonly [number, number] }[];
}

export interface AlignFile {
  /** Path of the audio, or of its features. */
  readonly path: string;
  /** Extension of the blob's key. */
  readonly extension: string;
  /** Sorted by start. */
  readonly chapters: readonly AlignChapterOrder[];
}

export interface AnalysedChapter extends ChapterInput {
  readonly id: number;
  /** Seconds in the file at which its features start. */
  readonly start: number;
  /** Present when a model scored the audio. */
  readonly scores?: ModelScores;
}

interface FileOptions {
  readonly language: string;
  /** The path of `ffmpeg`, if installed. */
  readonly ffmpeg: string | null;
  /** Scores the audio. Its features alone are not enough. */
  readonly model?: LoadedModel | undefined;
}

/** Features of a range of a file, up to `seconds` in the file. */
interface RangeFeatures extends AudioFeatures {
  /** Seconds in the file at which they start. */
  readonly start: number;
  readonly scores?: readonly ModelScores[] | undefined;
}

/** Levels per second. */
const LEVELS_A_SECOND = 100;

async function openAudio(
  { path, extension, chapters }: AlignFile,
  ffmpeg: string | null,
): Promise<AudioStream> {
  if (ffmpeg !== null) return decodeByFfmpeg(ffmpeg, path, 1);
  const { format } = await parseFile(path, { duration: false, skipCovers: true });
  const isFlac = /flac/i.test(format.codec ?? '');
  return decodeAudio(path, extension, { isFlac, from: chapters[0]?.start ?? 0 });
}

/** Decodes the audio from the first chapter to the end of the last one. Only the samples of the present piece are in memory. */
async function decodeFeatures(
  file: AlignFile,
  { ffmpeg, model }: FileOptions,
  progress: (chapters: number) => void,
): Promise<RangeFeatures | undefined> {
  const ends = file.chapters.map(({ end }) => end ?? Infinity).toSorted((a, b) => a - b);
  let meters:
    | {
        level: ReturnType<typeof createLevelMeter>;
        reader: ReturnType<typeof createFeatureReader>;
        scorer: ReturnType<typeof createScoreReader> | undefined;
      }
    | undefined;
  let start = 0;
  let seconds = 0;
  let endedChapters = 0;
  for await (const { sampleRate, channels, skippedSamples = 0 } of await openAudio(file, ffmpeg)) {
    const samples = toMono(channels);
    start += skippedSamples / sampleRate;
    if (samples.length === 0) continue;
    meters ??= {
      level: createLevelMeter(sampleRate),
      reader: createFeatureReader(sampleRate),
      scorer: model && createScoreReader(model, sampleRate),
    };
    meters.level.push(samples);
    meters.reader.push(samples);
    await meters.scorer?.push(samples);
    seconds = start + meters.level.position() / sampleRate;
    while ((ends[endedChapters] ?? Infinity) <= seconds) endedChapters += 1;
    progress(Math.min(endedChapters + 0.5, ends.length));
    if (endedChapters === ends.length && ends.length > 0) break;
  }
  return (
    meters && {
      start,
      seconds,
      levels: meters.level.end().levels,
      features: meters.reader.end(),
      scores: await meters.scorer?.end(),
    }
  );
}

function toChapter(
  { start: rangeStart, seconds, levels, features, scores }: RangeFeatures,
  chapter: AlignChapterOrder,
  { language, model }: FileOptions,
): AnalysedChapter {
  const end = Math.min(chapter.end ?? Infinity, seconds);
  const frameAt = (time: number): number =>
    Math.max(0, Math.min(features.frames, Math.round((time - rangeStart) * FRAMES_A_SECOND)));
  const from = frameAt(chapter.start);
  const to = frameAt(end);
  const start = rangeStart + from / FRAMES_A_SECOND;
  const ownLevels = levels.subarray(
    (from * LEVELS_A_SECOND) / FRAMES_A_SECOND,
    Math.ceil((end - rangeStart) * LEVELS_A_SECOND),
  );
  const anchoredTexts = chapter.texts.map(({ text, anchor }) => ({
    text,
    anchor: anchor && ([anchor[0] - start, anchor[1] - start] as const),
  }));
  return {
    id: chapter.id,
    start,
    sentences: splitSentences(anchoredTexts, language),
    audio: {
      features: normaliseFeatures(features, from, to),
      silences: findSilences(ownLevels).list.map(
        ([first, last]): Span => [first / LEVELS_A_SECOND, last / LEVELS_A_SECOND],
      ),
      seconds: end - start,
    },
    ...(scores && model && { scores: sliceScores(scores, { from, to, blank: model.vocabulary.blank }) }),
  };
}

/** Reads the audio of the chapters of a file. Chapters after its end are absent. */
export async function analyseFile(
  file: AlignFile,
  options: FileOptions,
  progress: (chapters: number) => void,
): Promise<AnalysedChapter[]> {
  const range =
    file.extension === FEATURES_EXTENSION && !options.model
      ? { start: 0, ...parseFeaturesFile(await readFile(file.path)) }
      : await decodeFeatures(file, options, progress);
  if (!range) return [];
  return file.chapters
    .filter(({ start }) => start < range.seconds)
    .map((chapter) => toChapter(range, chapter, options));
}
