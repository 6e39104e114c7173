import { Readable } from 'node:stream';
import type { ExportedBook } from '#contract/exports/exported-book';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

async function* written({ chapters, ...book }: ExportedBook): AsyncGenerator<string> {
  yield `${JSON.stringify(book, null, 2).slice(0, -2)},\n  "chapters": [`;
  for (const [at, chapter] of chapters.entries()) {
    yield `${at > 0 ? ',' : ''}\n    ${JSON.stringify(chapter)}`;
    await yieldToEventLoop();
  }
  yield '\n  ]\n}\n';
}

/** A book as JSON, a chapter a line: with turns for others between them, since there may be a hundred thousand texts. */
export const exportJson = (book: ExportedBook): Readable =>
  Readable.from(written(book), { objectMode: false });
