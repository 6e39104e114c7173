import { foldForComparison } from './fold.ts';
import { tidyTitle } from './tidy-names.ts';

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const baseNameOf = (path: string): string => fileNameOf(path).replace(/\.[^.]{1,5}$/, '');

const separateWords = (text: string): string =>
  text
    .replaceAll(/[_\s]+/gu, ' ')
    .replaceAll(/^[\s\-–—.,:]+|[\s\-–—.,:]+$/gu, '')
    .trim();

export interface TitleInPath {
  readonly title: string;
  readonly author?: string;
  readonly year?: string | undefined;
}

/** Reads title and author in `Ada Marsh - The Lighthouse`, and the year in `Ada Marsh - 2019 - The Lighthouse`. */
export function titleInPath(text: string): TitleInPath {
  const { title: plain, year } = tidyTitle(separateWords(text));
  const [, author, rest = ''] = /^(.{2,80}?)\s+[-–—]\s+(.{2,})$/u.exec(plain) ?? [];
  if (author === undefined || /^\d+$/.test(author)) return { title: plain, year };
  const [, yearBetween, title] = /^(\d{4})\s+[-–—]\s+(.{2,})$/u.exec(rest) ?? [];
  return { title: separateWords(title ?? rest), author: separateWords(author), year: year ?? yearBetween };
}

const NUMBER_IN_FRONT = /^\(?(\d{1,4})\)?(?:\s*[-–—._)]\s*|\s+|$)/u;
const NUMBER_BEHIND = /[\s\-–—._(]+(\d{1,4})\)?$/u;

/** The name of a chapter, with and without its number. */
export interface ChapterInPath {
  readonly bare: string;
  readonly numbered: string;
}

/** Returns the name of a chapter from its file name, without the name of the book. */
export function chapterInPath(path: string, book: string): ChapterInPath {
  let name = separateWords(baseNameOf(path));
  const foldedName = foldForComparison(book);
  if (foldedName !== '' && foldForComparison(name).includes(foldedName)) {
    const index = name.toLocaleLowerCase('en').indexOf(book.toLocaleLowerCase('en'));
    if (index >= 0) name = separateWords(`${name.slice(0, index)} ${name.slice(index + book.length)}`);
  }
  const bare = separateWords(name.replace(NUMBER_IN_FRONT, '').replace(NUMBER_BEHIND, ''));
  const number =
    NUMBER_BEHIND.exec(name)?.[1] ?? (isGeneric(bare) ? NUMBER_IN_FRONT.exec(name)?.[1] : undefined);
  return { bare, numbered: bare === '' || number === undefined ? bare : `${bare} ${Number(number)}` };
}

/** Returns true for titles without information: "Track 7", "007", "Chapter 7". */
export const isGeneric = (title: string): boolean =>
  /^((audio )?track|chapter|kapitel|chapitre|capitulo|capitolo|bolum|kisim|part|parte|teil|audio|pista|piste|faixa|titel|parca|rozdzial|kapitola|fejezet|глава|трек|トラック)?\s*\d*$/u.test(
    foldForComparison(title),
  );
