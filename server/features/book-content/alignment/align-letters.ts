import { chooseStartOption, startLater } from './choose-start.ts';
import { withDifferences } from './features.ts';
import { type LetterClasses, classifyLetters } from './letter-classes.ts';
import { createLetterGraph, lettersOf } from './letter-graph.ts';
import { addFrames, createLetterSums, learnLetters } from './letter-models.ts';
import {
  type Attempt,
  type LetterAlignment,
  type LetterChapter,
  type Round,
  begin,
  farCoarse,
  farFine,
  laterCoarse,
  laterFine,
  learnFrom,
  nearCoarse,
  nearFine,
  search,
  sumsOf,
} from './search-letters.ts';

/*
 * The second stage. It learns the acoustic features of each letter from all chapters of the book, starting with the result of the first
 * stage. Then it searches every sentence by its letters, in several rounds. The first rounds use one model per letter, the last ones use
 * one model per letter and neighbour. The search of a short chapter is wide, because later models correct the mistakes of the first ones.
 * A long chapter is searched near its result, and once widely when the models are good: its text can continue after a long unspoken part.
 * A chapter whose last two results agree skips the other rounds with one model per letter, a long one except the wide search, and is
 * searched near its result.
 */

/** Rounds with one model per letter, and with one model per letter and neighbour. */
const COARSE_ROUNDS = 4;
const FINE_ROUNDS = 2;
/** Progress of the choice of a start. */
const CHOICE = 0.8;

const emptyAlignment = ({ sentences }: LetterChapter): LetterAlignment => ({
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

/** Searches all chapters in rounds. Each round learns the letters from the labels that the last one found. */
function searchAll(
  attempts: readonly Attempt[],
  { parents, progress }: { readonly parents: Uint8Array; readonly progress: (fraction: number) => void },
): readonly Attempt[] {
  let present = attempts;
  let sums = sumsOf(present, parents.length);
  let passes = 0;
  const pass = (far: Round, near: Round, isFinal = false) => {
    const models = learnLetters(sums, parents);
    const next = createLetterSums(parents.length);
    present = present.map((attempt, index) => {
      const report = (share: number) =>
        progress((passes + (index + share) / attempts.length) / (COARSE_ROUNDS + FINE_ROUNDS));
      const isLong = attempt.graph.states > farCoarse.band;
      if (attempt.isStable && !far.isFine && (!isLong || near === nearCoarse)) {
        addFrames(next, withDifferences(attempt.chapter.features), attempt.labels);
        report(1);
        return attempt;
      }
      const round = isLong || attempt.isStable ? near : far;
      return search(attempt, { round, isFinal, models, sums: next, progress: report });
    });
    sums = next;
    passes += 1;
  };
  pass(farCoarse, nearCoarse);
  const models = learnLetters(sums, parents);
  const restartedAttempts = present.map((attempt) => {
    progress(passes / (COARSE_ROUNDS + FINE_ROUNDS));
    return startLater(attempt, models);
  });
  if (restartedAttempts.some((attempt, index) => attempt !== present[index]))
    sums = sumsOf(restartedAttempts, parents.length);
  present = restartedAttempts;
  pass(farCoarse, nearCoarse);
  for (let round = 2; round < COARSE_ROUNDS; round += 1)
    pass(laterCoarse, round === COARSE_ROUNDS - 1 ? farCoarse : nearCoarse);
  for (let round = 1; round <= FINE_ROUNDS; round += 1) pass(laterFine, nearFine, round === FINE_ROUNDS);
  return present;
}

/** Finds the sentences of all chapters of a book by the acoustic features of their letters. */
export function alignByLetters(
  chapters: readonly LetterChapter[],
  { language, progress }: { readonly language: string; readonly progress: (fraction: number) => void },
): LetterAlignment[] {
  const searchedChapters = chapters.filter(
    ({ features, sentences }) => features.frames > 0 && sentences.length > 0,
  );
  const classes = classesOf(searchedChapters, language);
  const { parents } = classes;
  const graphOf = ({ sentences }: LetterChapter) => createLetterGraph(sentences, classes, language);
  const [only] = searchedChapters;
  const isSingle = searchedChapters.length === 1 && only !== undefined && only.startOptions.length > 1;
  const attempts = isSingle
    ? [chooseStartOption(only, graphOf(only), (share) => progress(CHOICE * share))].map((attempt) =>
        search(attempt, {
          round: attempt.isStable ? nearFine : farFine,
          isFinal: true,
          models: learnFrom(attempt),
          progress: (share) => progress(CHOICE + (1 - CHOICE) * share),
        }),
      )
    : searchAll(
        searchedChapters.map((chapter) => begin(chapter, graphOf(chapter), chapter.startOptions[0])),
        { parents, progress },
      );
  const resultByChapter = new Map(attempts.map(({ chapter, result }) => [chapter, result]));
  return chapters.map((chapter) => resultByChapter.get(chapter) ?? emptyAlignment(chapter));
}
