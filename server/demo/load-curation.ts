import type { Book } from '#contract/books/books';
import type { Dependencies } from '#server/app/dependencies';
import type { DemoStoryItem } from './content/demo-types.ts';
import {
  demoCategories,
  demoCollections,
  demoPublishers,
  demoSeries,
  demoStoryBooks,
} from './demo-catalogue.ts';
import { everything, demoContext, withImage } from './lists.ts';

type BooksBySlug = ReadonlyMap<string, Book>;

/** Returns the codes of books by their slugs, in order. */
export function codesOf(books: BooksBySlug, slugs: readonly string[]): string[] {
  return slugs.map((slug) => {
    const book = books.get(slug);
    if (!book) throw new Error(`The demo has no book ${slug}.`);
    return book.code;
  });
}

export async function loadCategories(dependencies: Dependencies): Promise<void> {
  const { categories, subCategories } = dependencies.services;
  const present = await everything((page) => categories.list(page));
  const codes = new Set(
    present.flatMap(({ code, sub_categories }) => [code, ...sub_categories.map((sub) => sub.code)]),
  );
  for (const demo of demoCategories) {
    const { code, name, image } = demo;
    if (!codes.has(code)) await categories.create({ code, name }, await withImage(dependencies, image));
    for (const sub of demo.subCategories) {
      if (!codes.has(sub.code))
        await subCategories.create({ code: sub.code, name: sub.name, category_code: code }, demoContext);
    }
  }
}

export async function loadCollections(dependencies: Dependencies, books: BooksBySlug): Promise<void> {
  const { collections } = dependencies.services;
  const present = await everything((page) => collections.list({ ...page, language: undefined }));
  const titles = new Set(present.map(({ title }) => title));
  for (const { title, description, image, books: slugs } of demoCollections) {
    if (titles.has(title)) continue;
    const context = await withImage(dependencies, image);
    await collections.create({ title, description, book_codes: codesOf(books, slugs) }, context);
  }
}

/** Creates the publishers before the books, which name them. */
export async function loadPublishers({ services: { publishers } }: Dependencies): Promise<void> {
  const present = await everything((page) => publishers.list(page));
  const names = new Set(present.map(({ name }) => name));
  for (const { name, website, description, imprints } of demoPublishers)
    if (!names.has(name))
      await publishers.create(
        { name, website, description, imprints: imprints.map((imprint) => ({ name: imprint.name })) },
        demoContext,
      );
}

export async function loadSeries(dependencies: Dependencies, books: BooksBySlug): Promise<void> {
  const { series } = dependencies.services;
  const present = await everything((page) => series.list(page));
  const titles = new Set(present.map(({ title }) => title));
  for (const { title, description, isOrdered, books: entries } of demoSeries) {
    if (titles.has(title)) continue;
    const codes = codesOf(
      books,
      entries.map(([slug]) => slug),
    );
    const positions = codes.map((code, index) => ({ code, position: entries[index]?.[1] ?? '' }));
    await series.create({ title, description, is_ordered: isOrdered, books: positions }, demoContext);
  }
}

export async function loadStoryBooks(dependencies: Dependencies, books: BooksBySlug): Promise<void> {
  const { storyBooks, books: bookService } = dependencies.services;
  const present = await everything((page) => storyBooks.list(page));
  const titles = new Set(present.map(({ title }) => title));
  const referenceOf = async ({ book: slug, chapter, textItem, isFeatured }: DemoStoryItem) => {
    const { id, code } = books.get(slug) ?? { id: 0, code: '' };
    const chapterContent = (await bookService.get(id)).chapters?.[chapter - 1];
    return {
      book_code: code,
      chapter_code: chapterContent?.code ?? '',
      text_item_code: chapterContent?.text_items?.[textItem - 1]?.code ?? '',
      is_featured: isFeatured,
    };
  };
  for (const { title, description, items } of demoStoryBooks) {
    if (titles.has(title)) continue;
    const story_items = await Promise.all(items.map(referenceOf));
    await storyBooks.create({ title, description, story_items }, demoContext);
  }
}
