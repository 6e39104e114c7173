import { expect, test } from 'vitest';
import { initialLanguages } from '#contract/settings/language-list';
import { booksByLanguage } from '#server/testing/reading-seconds';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { settingsOf } from '#server/testing/settings';
import { createReadingTimesJob } from './reading-times.jobs.ts';

eachDatabase('a changed reading speed', async (openEmpty) => {
  const database = await openEmpty();
  const catalogue = createCatalogue(database);
  const words = (count: number) => [{ text: 'word '.repeat(count) }];

  const addBook = async (language: number, count: number) => {
    const { id } = await catalogue.addBook({ language, duration: 600 });
    if (count > 0)
      await catalogue.books.replaceChapters(
        id,
        [{ name: 'One', duration: 60, text_items: words(count) }],
        contextWith(),
      );
    return id;
  };

  test('updates reading times of the language, and preserves other books, versions and counters', async () => {
    await catalogue.addCategory('Novels');
    const long = await addBook(3, 1000);
    const short = await addBook(3, 1);
    const turkish = await addBook(1, 1000);
    const silent = await addBook(3, 0);
    const before = await catalogue.books.get(long);
    const languages = initialLanguages.map((language) =>
      language.code === 3 ? { ...language, words_per_minute: 100 } : language,
    );
    const job = createReadingTimesJob({ database, settings: settingsOf({ languages }) });
    const durations: number[] = [];
    const outcome = await job.run({
      jobId: 1,
      subjectId: '2',
      payload: { languages: [3] },
      userId: null,
      attempt: 1,
      signal: new AbortController().signal,
      progress: (fraction) => durations.push(fraction),
    });
    expect(outcome.result).toEqual({ books: 2 });
    expect(durations.at(-1)).toBeGreaterThan(0);
    const time = async (id: number) => (await catalogue.books.get(id)).reading_time;
    expect([await time(long), await time(short), await time(turkish), await time(silent)]).toEqual([
      600, 1, 361, 600,
    ]);
    expect((await catalogue.books.get(long)).version).toBe(before.version);
    const sortedPage = await catalogue.list({ sort_by_field: 'reading_time', sort_direction: 'asc' });
    expect(sortedPage.items.map(({ id }) => id)).toEqual([short, turkish, long, silent]);
    expect(await booksByLanguage(database)).toEqual({ 1: 361, 3: 1201 });
  });
});
