import type { Chapter, Paragraph } from '../model/book-content.ts';

/** A row of the list of texts. */
export type TextRow =
  | { readonly kind: 'head'; readonly key: string; readonly chapter: Chapter; readonly number: number }
  | {
      readonly kind: 'paragraph';
      readonly key: string;
      readonly chapter: string;
      readonly paragraph: Paragraph;
    }
  | { readonly kind: 'empty'; readonly key: string; readonly chapter: string };

const rows = new WeakMap<Chapter, readonly TextRow[]>();

function rowsOf(chapter: Chapter): readonly TextRow[] {
  const cachedRows = rows.get(chapter);
  if (cachedRows) return cachedRows;
  const chapterRows: TextRow[] = chapter.paragraphs.map((paragraph) => ({
    kind: 'paragraph',
    key: paragraph.key,
    chapter: chapter.key,
    paragraph,
  }));
  if (chapterRows.length === 0)
    chapterRows.push({ kind: 'empty', key: `empty ${chapter.key}`, chapter: chapter.key });
  rows.set(chapter, chapterRows);
  return chapterRows;
}

/** Returns the texts of all chapters as one list, each below the name of its chapter. */
export function textRows(chapters: readonly Chapter[]): TextRow[] {
  const all: TextRow[] = [];
  chapters.forEach((chapter, index) => {
    all.push({ kind: 'head', key: `head ${chapter.key}`, chapter, number: index + 1 });
    for (const row of rowsOf(chapter)) all.push(row);
  });
  return all;
}
