import type { Book } from '#contract/books/books';
import type { Dependencies } from '#server/app/dependencies';
import { plainChapters } from './content/plain-chapters.ts';
import { demoBooks, demoEditions } from './demo-catalogue.ts';
import { everything, withImage } from './lists.ts';
import { allBooks } from './load-books.ts';

/** Creates the missing editions of demo books, with the author, the category and the cover of the first edition. */
export async function loadEditions(
  dependencies: Dependencies,
  bySlug: ReadonlyMap<string, Book>,
): Promise<void> {
  const { books } = dependencies.services;
  const present = await everything((page) => books.list({ ...allBooks, ...page }));
  const names = new Set(present.map(({ name }) => name));
  for (const { of, translator, narrator, durationSeconds, ...fields } of demoEditions) {
    const first = bySlug.get(of);
    const demo = demoBooks.find(({ slug }) => slug === of);
    if (!first || !demo) throw new Error(`The demo has no book ${of}.`);
    if (names.has(fields.name)) continue;
    await books.createWithChapters(
      {
        ...fields,
        duration: durationSeconds,
        edition_of: first.code,
        author: { name: demo.author },
        contributors: [
          { name: translator, role: 'translator' },
          { name: narrator, role: 'narrator' },
        ],
        category_code: demo.categoryCode,
        sub_category_code: demo.subCategoryCode,
        original_title: demo.name,
        original_language: 'en',
      },
      plainChapters({ ...demo, durationSeconds }),
      await withImage(dependencies, demo.cover),
    );
  }
}
