import { chooseStartOption } from './choose-start.ts';
import { type LetterClasses, classifyLetters } from './letter-classes.ts';
import { createLetterGraph, lettersOf } from './letter-graph.ts';
import type { PathResult } from './read-path.ts';
import { createGroups, createStepReport, groupAttempts, searchSteps } from './search-groups.ts';
import {
  type Attempt,
  type LetterAlignment,
  type LetterChapter,
  begin,
  farFine,
  learnFrom,
  nearFine,
  search,
} from './search-letters.ts';
import { searchInThreads } from './search-threads.ts';

/*
 * The second stage. It learns the acoustic features of each letter from all chapters of the book, starting with the result of the first
 * stage. Then it searches every sentence by its letters, in several rounds. The first rounds use one model per letter, the last ones use
 * one model per letter and neighbour. The search of a short chapter is wide, because later models correct the mistakes of the first ones.
 * A long chapter is searched near its result, and once widely when the models are good: its text can continue after a long unspoken part.
 * A chapter whose last two results agree skips the other rounds with one model per letter, a long one except the wide search, and is
 * searched near its result.
 */

/** Progress of the choice of a start. */
const CHOICE = 0.8;

export const emptyAlignment = ({ sentences }: LetterChapter): LetterAlignment => ({
  times: sentences.map(() => undefined),
  lags: [],
  firstLags: [],
  explained: 0,
  foreign: [],
});

/** Returns the classes of the letters of all chapters. */
const classesOf = (chapters: readonly LetterChapter[], language: string): LetterClasses =>
  classifyLetters(
    chapters.flatMap(({ sentences }) => sentences.map((sentence) => lettersOf(sentence, language))),
  );

interface LetterOptions {
  readonly language: string;
  readonly progress: (fraction: number) => void;
}

/** Returns the chapters with audio and text, before their first search. */
function beginAll(chapters: readonly LetterChapter[], language: string) {
  const searchedChapters = chapters.filter(
    ({ features, sentences }) => features.frames > 0 && sentences.length > 0,
  );
  const classes = classesOf(searchedChapters, language);
  const attempts = searchedChapters.map((chapter) =>
    begin(chapter, createLetterGraph(chapter.sentences, classes, language), chapter.startOptions[0]),
  );
  const [only] = attempts;
  const isSingle = attempts.length === 1 && only !== undefined && only.chapter.startOptions.length > 1;
  return { attempts, parents: classes.parents, only: isSingle ? only : undefined };
}

/** Searches the only chapter of a book. It may begin with speech that is not in its text. */
function searchOnly(
  { chapter, graph }: Attempt,
  progress: (fraction: number) => void,
): PathResult | undefined {
  const attempt = chooseStartOption(chapter, graph, (share) => progress(CHOICE * share));
  return search(attempt, {
    round: attempt.isStable ? nearFine : farFine,
    isFinal: true,
    models: learnFrom(attempt),
    progress: (share) => progress(CHOICE + (1 - CHOICE) * share),
  }).result;
}

function searchAll(
  attempts: readonly Attempt[],
  { parents, progress }: { readonly parents: Uint8Array; readonly progress: (fraction: number) => void },
): (PathResult | undefined)[] {
  const run = createGroups(groupAttempts(attempts), parents.length);
  const report = createStepReport(progress);
  const steps = searchSteps(parents);
  let step = steps.next();
  while (!step.done) step = steps.next(run(step.value, report(step.value)));
  return step.value;
}

/** Returns the results by chapter. Chapters without audio or text have none. */
function toAlignments(
  chapters: readonly LetterChapter[],
  attempts: readonly Attempt[],
  results: readonly (PathResult | undefined)[],
): LetterAlignment[] {
  const resultByChapter = new Map(attempts.map(({ chapter }, index) => [chapter, results[index]]));
  return chapters.map((chapter) => resultByChapter.get(chapter) ?? emptyAlignment(chapter));
}

/** Finds the sentences of all chapters of a book by the acoustic features of their letters. */
export function alignByLetters(
  chapters: readonly LetterChapter[],
  { language, progress }: LetterOptions,
): LetterAlignment[] {
  const { attempts, parents, only } = beginAll(chapters, language);
  const results = only ? [searchOnly(only, progress)] : searchAll(attempts, { parents, progress });
  return toAlignments(chapters, attempts, results);
}

/** Does the same in several threads, with the same result. */
export async function alignByLettersInThreads(
  chapters: readonly LetterChapter[],
  { language, progress, threads }: LetterOptions & { readonly threads: number },
): Promise<LetterAlignment[]> {
  const { attempts, parents, only } = beginAll(chapters, language);
  const results = only
    ? [searchOnly(only, progress)]
    : await searchInThreads(attempts, { parents, progress, threads });
  return toAlignments(chapters, attempts, results);
}
