import { type AlignedChapter, alignBookInThreads } from '../alignment/align-book.ts';
import { type ParsedSentence, toThousandths } from '../alignment/align-child.ts';
import { type AlignFile, analyseFile } from '../alignment/analyse-file.ts';
import { FRAMES_A_SECOND } from '../alignment/features.ts';
import { type Sentence, splitSentences } from '../alignment/sentences.ts';
import { type FileRange, matchBook } from './match-book.ts';
import { type NarrationAudio, joinAudio, sliceAudio } from './narration.ts';

/* The child process that finds the audio of each chapter by its text, and then the times of the text. */

export interface MatchBookOrder {
  readonly language: string;
  /** The path of `ffmpeg`, if installed. */
  readonly ffmpeg: string | null;
  /** In playing order. */
  readonly files: readonly Pick<AlignFile, 'path' | 'extension'>[];
  /** The texts of each chapter, in order. */
  readonly chapters: readonly (readonly string[])[];
}

/** A part of a chapter: the texts that are read in one file. */
export interface MatchedRange extends FileRange {
  /** Index of its first text in the chapter; the number of texts when it has none. */
  readonly firstText: number;
  /** Their `item` is the index of the text in the chapter. Seconds are in the file. */
  readonly sentences: readonly ParsedSentence[];
  readonly foreign: readonly (readonly [start: number, end: number])[];
}

export interface MatchedChapter {
  /** In playing order; empty for a chapter that is unspoken. */
  readonly ranges: readonly MatchedRange[];
  /** 0 to 1. */
  readonly confidence: number;
}

const ANALYSIS_SHARE = 0.4;
const MATCH_SHARE = 0.2;

async function analyse(
  { files, ffmpeg, language }: MatchBookOrder,
  progress: (fraction: number, stage?: string) => void,
): Promise<NarrationAudio[]> {
  const audio: NarrationAudio[] = [];
  for (const file of files) {
    progress((ANALYSIS_SHARE * audio.length) / files.length, 'Analysing audio');
    const chapters = [{ id: 0, start: 0, end: null, texts: [] }];
    const [whole] = await analyseFile({ ...file, chapters }, { ffmpeg, language }, () => undefined);
    audio.push(whole?.audio ?? { features: { frames: 0, bytes: new Int8Array() }, silences: [], seconds: 0 });
  }
  return audio;
}

/** Splits the times of a chapter at the ends of its files. A text belongs to the file in which it starts. */
export function toMatchedRanges(
  ranges: readonly FileRange[],
  clips: readonly NarrationAudio[],
  {
    texts,
    sentences,
    aligned,
  }: {
    /** The number of texts of the chapter. */
    readonly texts: number;
    readonly sentences: readonly Sentence[];
    readonly aligned: AlignedChapter | undefined;
  },
): MatchedRange[] {
  const offsets = clips.map((_, index) =>
    clips.slice(0, index).reduce((sum, { features }) => sum + features.frames / FRAMES_A_SECOND, 0),
  );
  const rangeIndexAt = (time: number): number => offsets.findLastIndex((offset) => offset <= time);
  let rangeIndex = 0;
  const rangeByText = new Map<number, number>();
  for (const [index, { item }] of sentences.entries()) {
    const span = aligned?.sentences[index]?.span;
    if (rangeByText.has(item)) continue;
    if (span) rangeIndex = Math.max(rangeIndex, rangeIndexAt(span[0]));
    rangeByText.set(item, rangeIndex);
  }
  return ranges.map((range, number): MatchedRange => {
    const shift = range.start - (offsets[number] ?? 0);
    const isIn = (time: number): boolean => rangeIndexAt(time) === number;
    const toFile = ([start, end]: readonly [number, number]) =>
      [toThousandths(start + shift), toThousandths(end + shift)] as const;
    return {
      ...range,
      // The first part also has the texts before its first sentence, such as those without letters.
      firstText:
        number === 0
          ? 0
          : Math.min(texts, ...[...rangeByText].flatMap(([item, owner]) => (owner >= number ? [item] : []))),
      sentences: sentences.flatMap(({ item, from, to }, index): ParsedSentence[] => {
        if (rangeByText.get(item) !== number) return [];
        const { span, confidence = 0, isUncertain = true } = aligned?.sentences[index] ?? {};
        const own = span && isIn(span[0]) ? toFile(span) : null;
        return [
          { item, from, to, span: own, confidence: own ? confidence : 0, isUncertain: !own || isUncertain },
        ];
      }),
      foreign: (aligned?.foreign ?? []).filter(([start]) => isIn(start)).map(toFile),
    };
  });
}

/** Finds the audio of each chapter and the times of its texts. @returns null when the audio does not match the text */
export async function run(
  order: MatchBookOrder,
  progress: (fraction: number, stage?: string) => void,
): Promise<readonly MatchedChapter[] | null> {
  const { language } = order;
  const audio = await analyse(order, progress);
  const chapters = order.chapters.map((texts) =>
    splitSentences(
      texts.map((text) => ({ text })),
      language,
    ),
  );
  const matches = matchBook(audio, { chapters, language }, (share) =>
    progress(ANALYSIS_SHARE + MATCH_SHARE * share, 'Matching chapters'),
  );
  if (!matches) return null;
  const clips = matches.map(({ ranges }) =>
    ranges.map(({ file, start, end }) => sliceAudio(audio[file]!, start, end ?? audio[file]!.seconds)),
  );
  const spokenChapters = chapters.flatMap((sentences, index) =>
    clips[index]!.length > 0 ? [{ index, sentences, audio: joinAudio(clips[index]!) }] : [],
  );
  const alignments = await alignBookInThreads(spokenChapters, {
    language,
    progress: (share) =>
      progress(ANALYSIS_SHARE + MATCH_SHARE + (1 - ANALYSIS_SHARE - MATCH_SHARE) * share, 'Aligning'),
  });
  const alignedByChapter = new Map(
    spokenChapters.map(({ index }, position) => [index, alignments[position]]),
  );
  return matches.map(({ ranges, confidence }, index) => ({
    confidence,
    ranges: toMatchedRanges(ranges, clips[index]!, {
      texts: order.chapters[index]!.length,
      sentences: chapters[index]!,
      aligned: alignedByChapter.get(index),
    }),
  }));
}
