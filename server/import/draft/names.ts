import { foldForComparison } from './fold.ts';

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const baseNameOf = (path: string): string => fileNameOf(path).replace(/\.[^.]{1,5}$/, '');

const spaced = (text: string): string =>
  text
    .replaceAll(/[_\s]+/gu, ' ')
    .replaceAll(/^[\s\-–—.,:]+|[\s\-–—.,:]+$/gu, '')
    .trim();

/** `Ada Marsh - The Lighthouse` names a book and its author; anything else names a book. */
export function titleInPath(text: string): { title: string; author?: string } {
  const plain = spaced(text);
  const [, author, title] = /^(.{2,80}?)\s+[-–—]\s+(.{2,})$/u.exec(plain) ?? [];
  return author !== undefined && title !== undefined && !/^\d+$/.test(author)
    ? { title: spaced(title), author: spaced(author) }
    : { title: plain };
}

/** The name of a chapter as its file tells it: without number and without the name of the book. */
export function chapterInPath(path: string, book: string): string {
  let name = spaced(baseNameOf(path));
  const folded = foldForComparison(book);
  if (folded !== '' && foldForComparison(name).includes(folded)) {
    const at = name.toLocaleLowerCase('en').indexOf(book.toLocaleLowerCase('en'));
    if (at >= 0) name = spaced(`${name.slice(0, at)} ${name.slice(at + book.length)}`);
  }
  return spaced(
    name.replace(/^\(?\d{1,4}\)?(\s*[-–—._)]\s*|\s+|$)/u, '').replace(/[\s\-–—._(]+\d{1,4}\)?$/u, ''),
  );
}
