import { Readable } from 'node:stream';
import type { ExportedBook } from '#contract/exports/exported-book';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

async function* toJsonBook({ chapters, ...book }: ExportedBook): AsyncGenerator<string> {
  yield `${JSON.stringify(book, null, 2).slice(0, -2)},\n  "chapters": [`;
  for (const [index, chapter] of chapters.entries()) {
    yield `${index > 0 ? ',' : ''}\n    ${JSON.stringify(chapter)}`;
    await yieldToEventLoop();
  }
  yield '\n  ]\n}\n';
}

/** Exports a book as JSON with one chapter per line. Other work runs between them, because there may be a hundred thousand texts. */
export const exportJson = (book: ExportedBook): Readable =>
  Readable.from(toJsonBook(book), { objectMode: false });
