import { Readable } from 'node:stream';
import type { ExportedBook } from '#contract/exported-book';
import { nextTurn } from '#server/next-turn';

async function* written({ chapters, ...book }: ExportedBook): AsyncGenerator<string> {
  yield `${JSON.stringify(book, null, 2).slice(0, -2)},\n  "chapters": [`;
  for (const [at, chapter] of chapters.entries()) {
    yield `${at > 0 ? ',' : ''}\n    ${JSON.stringify(chapter)}`;
    await nextTurn();
  }
  yield '\n  ]\n}\n';
}

/** A book as JSON, a chapter a line: with turns for others between them, since there may be a hundred thousand texts. */
export const exportJson = (book: ExportedBook): Readable =>
  Readable.from(written(book), { objectMode: false });
