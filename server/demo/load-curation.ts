import type { Book } from '#contract/resources/books';
import type { Backend } from '#server/backend';
import type { DemoStoryItem } from './content/demo-types.ts';
import { demoCategories, demoCollections, demoStoryBooks } from './demo-catalogue.ts';
import { everything, nobody, withPicture } from './lists.ts';

type BooksBySlug = ReadonlyMap<string, Book>;

/** The codes of books that are named by slug, in order. */
export function codesOf(books: BooksBySlug, slugs: readonly string[]): string[] {
  return slugs.map((slug) => {
    const book = books.get(slug);
    if (!book) throw new Error(`The demo has no book ${slug}.`);
    return book.code;
  });
}

export async function loadCategories(backend: Backend): Promise<void> {
  const { categories, subCategories } = backend.services;
  const present = await everything((page) => categories.list(page));
  const codes = new Set(
    present.flatMap(({ code, sub_categories }) => [code, ...sub_categories.map((sub) => sub.code)]),
  );
  for (const demo of demoCategories) {
    const { code, name, picture } = demo;
    if (!codes.has(code)) await categories.create({ code, name }, await withPicture(backend, picture));
    for (const sub of demo.subCategories) {
      if (!codes.has(sub.code))
        await subCategories.create({ code: sub.code, name: sub.name, category_code: code }, nobody);
    }
  }
}

export async function loadCollections(backend: Backend, books: BooksBySlug): Promise<void> {
  const { collections } = backend.services;
  const present = await everything((page) => collections.list({ ...page, language: undefined }));
  const titles = new Set(present.map(({ title }) => title));
  for (const { title, description, picture, books: slugs } of demoCollections) {
    if (titles.has(title)) continue;
    const context = await withPicture(backend, picture);
    await collections.create({ title, description, book_codes: codesOf(books, slugs) }, context);
  }
}

export async function loadStoryBooks(backend: Backend, books: BooksBySlug): Promise<void> {
  const { storyBooks, books: bookService } = backend.services;
  const present = await everything((page) => storyBooks.list(page));
  const titles = new Set(present.map(({ title }) => title));
  const referenceOf = async ({ book: slug, chapter, textItem, isFeatured }: DemoStoryItem) => {
    const { id, code } = books.get(slug) ?? { id: 0, code: '' };
    const part = (await bookService.get(id)).chapters?.[chapter - 1];
    return {
      book_code: code,
      chapter_code: part?.code ?? '',
      text_item_code: part?.text_items?.[textItem - 1]?.code ?? '',
      is_featured: isFeatured,
    };
  };
  for (const { title, description, items } of demoStoryBooks) {
    if (titles.has(title)) continue;
    const story_items = await Promise.all(items.map(referenceOf));
    await storyBooks.create({ title, description, story_items }, nobody);
  }
}
