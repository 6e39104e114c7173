import type { Sentence } from '../alignment/sentences.ts';
import { HEAD_WEIGHT, type ChapterStart, locate } from './locate.ts';
import {
  type NarrationAudio,
  type Narration,
  classesOfBook,
  learnNarration,
  sliceAudio,
} from './narration.ts';

/** Seconds from which the letters are learned. */
const LESSON = 300;
/** The text has this much more than the audio from which the letters are learned, because the rate is an estimate. */
const LESSON_SPARE = 1.1;
/** Least share of the audio that the right text explains. Another text explains up to 0.7. */
const LEAST_EXPLAINED = 0.66;
/** With this share, other texts are not tried. */
export const SURE_EXPLAINED = 0.75;
/** Chapters at the start of the text that may be unspoken front matter. */
const FIRST_CHAPTERS = 6;
/** Least share of the first sentences. */
export const LEAST_CONFIDENCE = 0.5;
/** Seconds around the expected start, and the share of the time since the last known one. */
const SPARE = 45;
const SPARE_SHARE = 0.25;
const OPENING = 180;
const MIN_CHAPTER = 0.5;
/** Chapters after which the search ends when none was found. */
export const LEAST_TRIALS = 3;
/** Longest audio that is searched for the start of a chapter. */
const LONGEST = 1_500;

export interface BookText {
  readonly chapters: readonly (readonly Sentence[])[];
  readonly language: string;
}

export const weightOf = (sentences: readonly Sentence[]): number =>
  sentences.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the sentences that are read in some seconds. */
export function sentencesOf(sentences: readonly Sentence[], seconds: number, rate: number): Sentence[] {
  let weight = 0;
  return sentences.filter((sentence) => {
    const isIn = weight * rate < seconds;
    weight += sentence.weight;
    return isIn;
  });
}

/** Learns the letters from the start of audio and of a text; undefined when they do not match. */
export function tryNarration(
  audio: NarrationAudio,
  sentences: readonly Sentence[],
  { rate, ...options }: Pick<Narration, 'classes' | 'language'> & { readonly rate: number },
): Narration | undefined {
  const seconds = Math.min(LESSON, audio.seconds);
  const text = sentencesOf(sentences, seconds * LESSON_SPARE, rate);
  if (text.length === 0 || seconds < 10) return undefined;
  const narration = learnNarration(sliceAudio(audio, 0, seconds), text, options);
  return narration.explained >= LEAST_EXPLAINED ? narration : undefined;
}

/**
 * Finds where each chapter of a text starts in audio that reads the text in order.
 * @returns by chapter, undefined for one that was not found; undefined when the audio reads another text
 */
export function findChapters(
  audio: NarrationAudio,
  { chapters, language }: BookText,
  progress: (fraction: number) => void = () => undefined,
): readonly (ChapterStart | undefined)[] | undefined {
  const all = chapters.flat();
  const classes = classesOfBook(all, language);
  let rate = audio.seconds / Math.max(1, weightOf(all));
  const textFrom = (chapter: number): readonly Sentence[] => chapters.slice(chapter).flat();
  let narration: Narration | undefined;
  let firstChapter = 0;
  for (let chapter = 0; chapter < Math.min(FIRST_CHAPTERS, chapters.length); chapter += 1) {
    const attempt = tryNarration(audio, textFrom(chapter), { classes, language, rate });
    if (!attempt || attempt.explained <= (narration?.explained ?? 0)) continue;
    narration = attempt;
    firstChapter = chapter;
    if (attempt.explained >= SURE_EXPLAINED) break;
  }
  if (!narration) return undefined;
  const chapterStarts: (ChapterStart | undefined)[] = chapters.map(() => undefined);
  let last = { chapter: firstChapter, start: 0 };
  for (let chapter = firstChapter; chapter < chapters.length; chapter += 1) {
    const sentences = chapters[chapter] ?? [];
    progress(chapter / chapters.length);
    const sinceLast = chapters.slice(last.chapter, chapter);
    const expected = weightOf(sinceLast.flat()) * rate;
    // The chapters between may be unspoken.
    const least = weightOf(sinceLast[0] ?? []) * rate;
    const spare = chapter === firstChapter ? OPENING : SPARE + SPARE_SHARE * expected;
    const from = Math.max(
      last.start + (chapter === firstChapter ? 0 : MIN_CHAPTER),
      last.start + least - spare,
    );
    const chapterStart = locate(audio, {
      from,
      to: Math.min(audio.seconds, from + LONGEST, last.start + expected + spare + HEAD_WEIGHT * rate),
      sentences: textFrom(chapter),
      before: sinceLast.at(-1) ?? [],
      own: sentences.length,
      rate,
      narration,
    });
    if (!chapterStart || chapterStart.confidence < LEAST_CONFIDENCE) {
      if (chapterStarts.every((other) => !other) && chapter - firstChapter >= LEAST_TRIALS) return undefined;
      continue;
    }
    chapterStarts[chapter] = chapterStart;
    if (chapter > firstChapter && expected > 60 && sinceLast.length === 1)
      rate = 0.7 * rate + 0.3 * ((chapterStart.start - last.start) / Math.max(1, weightOf(sinceLast.flat())));
    last = { chapter, start: chapterStart.start };
  }
  return chapterStarts;
}
