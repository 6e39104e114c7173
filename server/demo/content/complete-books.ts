import { completeEnglishBooks } from './complete-english.ts';
import { completePortugueseBooks } from './complete-portuguese.ts';
import { completeSpanishBooks } from './complete-spanish.ts';
import { completeTurkishBooks } from './complete-turkish.ts';
import type { CompleteBookText, DemoLanguage } from './demo-types.ts';

const shelves: readonly (readonly [DemoLanguage, readonly CompleteBookText[]])[] = [
  [4, completeSpanishBooks],
  [2, completePortugueseBooks],
  [1, completeTurkishBooks],
  [3, completeEnglishBooks],
];

/** The books with chapters, texts and audio, before what was measured in the audio is added. */
export const completeBookTexts: readonly (CompleteBookText & { readonly language: DemoLanguage })[] =
  shelves.flatMap(([language, books]) => books.map((book) => ({ ...book, language })));
