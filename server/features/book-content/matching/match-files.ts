import {
  type BookText,
  LEAST_CONFIDENCE,
  LEAST_TRIALS,
  SURE_EXPLAINED,
  tryNarration,
  weightOf,
} from './find-chapters.ts';
import { type ChapterStart, locate } from './locate.ts';
import { type NarrationAudio, type Narration, classesOfBook } from './narration.ts';

/** Seconds at the start of a file in which its chapter starts. */
const OPENING = 90;
/** A chapter this certain is not compared with others. */
const SURE = 0.8;
/** Attempts to learn the letters from a file and a chapter. */
const ATTEMPTS = 24;
/** The longest and shortest audio of a chapter, as factors of the expected duration. */
const MOST = 1.7;

export interface FileMatch {
  readonly file: number;
  readonly chapterStart: ChapterStart;
}

/** Returns the indexes of the chapters, those with the duration of the audio first. */
function byDuration(seconds: number, expected: readonly number[]): number[] {
  const off = (chapter: number): number =>
    Math.abs(Math.log(Math.max(1, seconds) / Math.max(1, expected[chapter]!)));
  return [...expected.keys()]
    .filter((chapter) => off(chapter) < Math.log(MOST))
    .toSorted((a, b) => off(a) - off(b));
}

/**
 * Finds the chapter that each file reads, in any order.
 * @returns by chapter, undefined for one without a file; undefined when the files read another text
 */
export function matchFiles(
  files: readonly NarrationAudio[],
  { chapters, language }: BookText,
  progress: (fraction: number) => void = () => undefined,
): readonly (FileMatch | undefined)[] | undefined {
  const classes = classesOfBook(chapters.flat(), language);
  const seconds = files.reduce((sum, file) => sum + file.seconds, 0);
  const rate = seconds / Math.max(1, weightOf(chapters.flat()));
  const expected = chapters.map((sentences) => weightOf(sentences) * rate);
  const candidates = files.map((file) => byDuration(file.seconds, expected));
  let narration: Narration | undefined;
  const pairs = files.flatMap((audio, file) => candidates[file]!.map((chapter) => ({ audio, chapter })));
  for (const [index, { audio, chapter }] of pairs.slice(0, ATTEMPTS).entries()) {
    progress((0.5 * index) / ATTEMPTS);
    const attempt = tryNarration(audio, chapters[chapter]!, { classes, language, rate });
    if (attempt && attempt.explained > (narration?.explained ?? 0)) narration = attempt;
    if ((narration?.explained ?? 0) >= SURE_EXPLAINED) break;
  }
  if (!narration) return undefined;
  const matches: (FileMatch | undefined)[] = chapters.map(() => undefined);
  for (const [file, audio] of files.entries()) {
    progress(0.5 + (0.5 * file) / files.length);
    if (file > LEAST_TRIALS && matches.every((match) => !match)) return undefined;
    let best: { chapter: number; chapterStart: ChapterStart } | undefined;
    for (const chapter of candidates[file]!) {
      if ((matches[chapter]?.chapterStart.confidence ?? 0) >= SURE) continue;
      const chapterStart = locate(audio, {
        from: 0,
        to: Math.min(audio.seconds, OPENING),
        sentences: chapters[chapter]!,
        own: chapters[chapter]!.length,
        rate,
        narration,
      });
      if (
        chapterStart &&
        chapterStart.confidence >= LEAST_CONFIDENCE &&
        chapterStart.confidence > (best?.chapterStart.confidence ?? 0)
      )
        best = { chapter, chapterStart };
      if ((best?.chapterStart.confidence ?? 0) >= SURE) break;
    }
    const other = best && matches[best.chapter];
    if (best && best.chapterStart.confidence > (other?.chapterStart.confidence ?? 0))
      matches[best.chapter] = { file, chapterStart: best.chapterStart };
  }
  return matches;
}
