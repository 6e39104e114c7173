import { type AlignedChapter, alignBookInThreads } from './align-book.ts';
import { type AlignFile, type AnalysedChapter, analyseFile } from './analyse-file.ts';
import type { Span } from './pauses.ts';
import type { Sentence } from './sentences.ts';

/* The child process of an alignment. It aligns the chapters of a book, which may be in several files. */

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

const DECODING_SHARE = 0.4;

export const toThousandths = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
const shiftSpan = ([start, end]: Span, by: number): Span => [
  toThousandths(start + by),
  toThousandths(end + by),
];

function toParsed({ id, start, sentences }: AnalysedChapter, alignment: AlignedChapter): ParsedChapter {
  return {
    id,
    foreign: alignment.foreign.map((span) => shiftSpan(span, start)),
    sentences: sentences.map(({ item, from, to }, index): ParsedSentence => {
      const { span, confidence = 0, isUncertain = true } = alignment.sentences[index] ?? {};
      return { item, from, to, span: span ? shiftSpan(span, start) : null, confidence, isUncertain };
    }),
  };
}

/**
 * Aligns the sentences of the chapters of a book. The letters are learned from all chapters.
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
  const alignedChapters = await alignBookInThreads(analysedChapters, {
    language,
    progress: (share) => progress(DECODING_SHARE + (1 - DECODING_SHARE) * share, 'Aligning'),
  });
  return analysedChapters.map((chapter, index) => toParsed(chapter, alignedChapters[index]!));
}
