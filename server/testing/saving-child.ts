import { openDatabase } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { saveBookContent } from '#server/features/book-content/save-book-content';
import { settingsOf } from './settings.ts';

/*
 * A process that repeatedly saves the content of a book until it is killed, and reports the number of each completed save. Used by
 * kill-save.test.ts.
 */

const CHAPTERS = 12;
const TEXTS = 8;
const [url = '', id = ''] = process.argv.slice(2);
const database = await openDatabase(url);
const settings = settingsOf({ provider_name: 'Lectern' }).values();

for (let round = 1; ; round += 1) {
  const chapters = Array.from({ length: CHAPTERS }, (_, index) => ({
    name: `Turn ${round}`,
    start: index * 10,
    end: index * 10 + 10,
    text_items: Array.from({ length: TEXTS }, () => ({ text: `Turn ${round}` })),
  }));
  await inTransaction(database, async (trx) =>
    saveBookContent(trx, { id: Number(id), chapters }, { userId: null, settings }),
  );
  process.send?.(round);
}
