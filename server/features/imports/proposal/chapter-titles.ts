import { foldForComparison } from './fold.ts';

/** Returns a title without its chapter word and number: "the lamp" for "Chapter 3: The lamp". */
const bareTitle = (title: string): string =>
  foldForComparison(title)
    .replace(
      /^(chapter|part|capitulo|bolum|kisim|track|parte)?\s*([ivxlc]{1,6}|\d{1,4})?\s*(?=\p{L}{2}|$)/u,
      '',
    )
    .trim();

const numberIn = (title: string): string | undefined => /\d{1,4}/.exec(title)?.[0]?.replace(/^0+/, '');

/** The parts of a title that are compared. */
export interface TitleKey {
  readonly folded: string;
  readonly bare: string;
  /** The number in a title such as "Chapter 12". */
  readonly number: string | undefined;
}

export const toTitleKey = (title: string): TitleKey => {
  const foldedTitle = foldForComparison(title);
  const isNumbered = /^(chapter|capitulo|bolum|kisim|part|parte)\s+\d/.test(foldedTitle);
  return { folded: foldedTitle, bare: bareTitle(title), number: isNumbered ? numberIn(title) : undefined };
};

/** Returns the parts of a title that each identify its chapter; undefined or blank when absent. */
export const titleMarks = ({ folded, bare, number }: TitleKey): readonly (string | undefined)[] => [
  folded,
  bare.length >= 4 ? bare : undefined,
  number,
];

export function areSame(a: TitleKey | undefined, b: TitleKey | undefined): boolean {
  const others = b ? titleMarks(b) : [];
  return a !== undefined && titleMarks(a).some((mark, which) => Boolean(mark) && mark === others[which]);
}

/** Returns true when two titles name the same chapter, whatever else they contain. */
export const haveSameTitle = (a: string, b: string): boolean => areSame(toTitleKey(a), toTitleKey(b));
