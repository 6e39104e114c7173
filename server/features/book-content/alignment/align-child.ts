import { type AlignedChapter, alignBookByModel, alignBookInThreads } from './align-book.ts';
import { type AlignFile, type AnalysedChapter, analyseFile } from './analyse-file.ts';
import { type LoadedModel, loadModel } from './load-model.ts';
import { type AlignModel, modelLabel } from './model-folder.ts';
import type { Span } from './pauses.ts';
import type { Sentence } from './sentences.ts';

/* The child process of an alignment. It aligns the chapters of a book, which may be in several files. */

export interface AlignBookOrder {
  readonly language: string;
  /** The path of `ffmpeg`, if installed. */
  readonly ffmpeg: string | null;
  readonly files: readonly AlignFile[];
  /** The model of the language, if there is one. */
  readonly model?: AlignModel | undefined;
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
  /** The name and version of the model; absent for the built-in method. */
  readonly model?: string;
  /** The reason why the model of the language was not used. */
  readonly modelError?: string;
}

type Progress = (fraction: number, stage?: string) => void;

const DECODING_SHARE = 0.4;
/** The same with a model, which takes most of the time. */
const SCORING_SHARE = 0.9;

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

/** Returns the chapters of all files with their features, and with scores if there is a model. */
async function analyseFiles(
  { files, ...options }: AlignBookOrder,
  model: LoadedModel | undefined,
  progress: (fraction: number) => void,
): Promise<AnalysedChapter[]> {
  const count = files.reduce((sum, { chapters }) => sum + chapters.length, 0);
  const analysedChapters: AnalysedChapter[] = [];
  for (const file of files) {
    const before = analysedChapters.length;
    const own = await analyseFile(file, { ...options, model }, (chapters) =>
      progress((before + chapters) / count),
    );
    analysedChapters.push(...own);
  }
  return analysedChapters;
}

async function alignByLearning(order: AlignBookOrder, progress: Progress): Promise<ParsedChapter[]> {
  const analysedChapters = await analyseFiles(order, undefined, (share) =>
    progress(DECODING_SHARE * share, 'Analysing audio'),
  );
  const alignedChapters = await alignBookInThreads(analysedChapters, {
    language: order.language,
    progress: (share) => progress(DECODING_SHARE + (1 - DECODING_SHARE) * share, 'Aligning'),
  });
  return analysedChapters.map((chapter, index) => toParsed(chapter, alignedChapters[index]!));
}

async function alignByModel(
  order: AlignBookOrder,
  model: AlignModel,
  progress: Progress,
): Promise<ParsedChapter[]> {
  const texts = order.files.flatMap(({ chapters }) =>
    chapters.flatMap((chapter) => chapter.texts.map(({ text }) => text)),
  );
  const loadedModel = await loadModel(model, texts);
  const analysedChapters = await analyseFiles(order, loadedModel, (share) =>
    progress(SCORING_SHARE * share, 'Analysing audio'),
  );
  const scoredChapters = analysedChapters.flatMap(({ scores, ...chapter }) =>
    scores ? [{ ...chapter, scores }] : [],
  );
  const alignedChapters = alignBookByModel(scoredChapters, {
    language: order.language,
    vocabulary: loadedModel.vocabulary,
    progress: (share) => progress(SCORING_SHARE + (1 - SCORING_SHARE) * share, 'Aligning'),
  });
  return scoredChapters.map((chapter, index) => ({
    ...toParsed(chapter, alignedChapters[index]!),
    model: modelLabel(model),
  }));
}

/** Aligns the sentences of the chapters of a book: with the model if it works, else with letters that are learned from all chapters. */
export async function run(order: AlignBookOrder, progress: Progress): Promise<readonly ParsedChapter[]> {
  const { model } = order;
  if (!model) return alignByLearning(order, progress);
  try {
    return await alignByModel(order, model, progress);
  } catch (error) {
    const modelError = error instanceof Error ? error.message : String(error);
    return (await alignByLearning(order, progress)).map((chapter) => ({ ...chapter, modelError }));
  }
}
