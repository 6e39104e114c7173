import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { categories } from '#contract/categories/categories';
import { toSlug } from './content/to-slug.ts';
import {
  type DemoBook,
  demoAuthors,
  demoBooks,
  demoCategories,
  demoChallenges,
  demoCollections,
  demoMediaRoot,
  demoMobileConfigs,
  demoPublishers,
  demoSeries,
  publisherOf,
  demoStoryBooks,
} from './demo-catalogue.ts';
import { describe, expect, it } from 'vitest';
import { importFolders } from './load-imports.ts';

const mebibyte = 1024 * 1024;
const completeBooks = demoBooks.filter((book) => book.chapters);
const subCategories = demoCategories.flatMap((category) => category.subCategories);
const titles = (items: readonly { title: string }[]): string[] => items.map((item) => item.title);
const sizeOf = (folder: string): number =>
  readdirSync(join(demoMediaRoot, folder)).reduce(
    (sum, file) => sum + statSync(join(demoMediaRoot, folder, file)).size,
    0,
  );

function filesOf(book: DemoBook): string[] {
  const audio = [book.audio, ...(book.chapters ?? []).map((chapter) => chapter.audio)];
  return [book.cover, ...audio.filter((file) => file !== undefined)];
}

function expectUnique(values: readonly string[]): void {
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
}

describe('the demo catalogue', () => {
  it('is as large as promised', () => {
    expect(demoBooks.length).toBeGreaterThanOrEqual(120);
    expect(demoAuthors).toHaveLength(40);
    expect(demoCategories).toHaveLength(8);
    expect(subCategories).toHaveLength(30);
    expect([
      demoCollections.length,
      demoChallenges.length,
      demoStoryBooks.length,
      demoMobileConfigs.length,
    ]).toEqual([12, 9, 10, 3]);
    for (const language of [1, 2, 3, 4]) {
      expect(demoBooks.filter((book) => book.language === language).length).toBeGreaterThanOrEqual(20);
      expect(completeBooks.filter((book) => book.language === language)).toHaveLength(3);
    }
  });

  it('has books of every publisher and imprint, and books without them', () => {
    const named = demoBooks.map(publisherOf);
    const withBooks = new Set(named.flatMap(({ publisher, imprint }) => [publisher, imprint]));
    const names = demoPublishers.flatMap(({ name, imprints }) => [
      name,
      ...imprints.map((imprint) => imprint.name),
    ]);
    expect(withBooks).toEqual(new Set(['', ...names]));
    expectUnique(names);
  });

  it('names nothing twice', () => {
    expectUnique(demoBooks.map((book) => book.slug));
    expectUnique(demoBooks.map((book) => book.name));
    expectUnique(demoBooks.map((book) => book.description));
    expectUnique(demoAuthors.map((author) => author.name));
    expectUnique([...demoCategories, ...subCategories].map((category) => category.code));
    expectUnique([
      ...titles(demoCollections),
      ...titles(demoChallenges),
      ...titles(demoSeries),
      ...titles(demoStoryBooks),
      ...titles(demoMobileConfigs),
    ]);
  });

  it('carries codes that the categories accept and that follow from the names', () => {
    for (const { code, name } of [...demoCategories, ...subCategories]) {
      expect(code).toBe(toSlug(name));
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(categories.create.safeParse({ code, name }).success).toBe(true);
    }
  });

  it('has an author of its language and a sub-category of its category for every book', () => {
    for (const book of demoBooks) {
      expect(demoAuthors, book.name).toContainEqual({ name: book.author, language: book.language });
      const category = demoCategories.find((demoCategory) => demoCategory.code === book.categoryCode);
      expect(
        category?.subCategories.map((sub) => sub.code),
        book.name,
      ).toContain(book.subCategoryCode);
      expect(book.description.match(/[.!?”»](\s|$)/g)?.length ?? 0, book.name).toBeGreaterThanOrEqual(2);
      expect(book.durationSeconds).toBeGreaterThan(60);
      expect(book.chapterCount).toBeGreaterThan(0);
    }
    for (const author of demoAuthors)
      expect(
        demoBooks.some((book) => book.author === author.name),
        author.name,
      ).toBe(true);
    for (const sub of subCategories)
      expect(
        demoBooks.some((book) => book.subCategoryCode === sub.code),
        sub.name,
      ).toBe(true);
    expect(new Set(demoBooks.map((book) => book.isBackup))).toEqual(new Set([0, 1]));
  });

  it('refers only to files that are there, and keeps none that nobody refers to', () => {
    const referred = [
      ...demoBooks.flatMap(filesOf),
      ...[...demoCategories, ...demoCollections, ...demoChallenges].map((item) => item.image),
    ].toSorted();
    const folders = ['audio', 'covers', 'categories', 'collections', 'challenges'];
    const present = folders
      .flatMap((folder) => readdirSync(join(demoMediaRoot, folder)).map((file) => `${folder}/${file}`))
      .toSorted();
    expect(present).toEqual(referred);
  });

  it('stays small enough to be cloned without a thought', () => {
    expect(sizeOf('audio')).toBeLessThanOrEqual(11 * mebibyte);
    expect(sizeOf('covers')).toBeLessThanOrEqual(2.5 * mebibyte);
    expect(sizeOf('categories') + sizeOf('collections') + sizeOf('challenges')).toBeLessThanOrEqual(
      mebibyte / 2,
    );
    const imports = importFolders.map((folder) => sizeOf(`imports/${folder}`));
    expect(imports.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(mebibyte / 2);
  });
});

describe('the complete books', () => {
  it.each(completeBooks.map((book) => [book.name, book] as const))(
    '%s can be read and heard to the end',
    (_, book) => {
      const chapters = book.chapters ?? [];
      expect(chapters.length).toBeGreaterThanOrEqual(3);
      expect(chapters.length).toBeLessThanOrEqual(6);
      expect(book.chapterCount).toBe(chapters.length);
      const sum = chapters.reduce((total, chapter) => total + chapter.durationSeconds, 0);
      expect(Math.abs(sum - book.durationSeconds)).toBeLessThanOrEqual(2);
      let index = 0;
      for (const chapter of chapters) {
        expect(chapter.textItems.length).toBeGreaterThanOrEqual(2);
        expect(chapter.textItems.length).toBeLessThanOrEqual(4);
        for (const text of chapter.textItems) {
          const words = text.split(/\s+/).length;
          expect(words, text).toBeGreaterThanOrEqual(40);
          expect(words, text).toBeLessThanOrEqual(120);
        }
        // Either a file of its own, or a part of the book's file that begins where the last one ended.
        expect(chapter.audio === undefined).toBe(book.audio !== undefined);
        expect(chapter.start).toBe(book.audio ? index : undefined);
        expect((chapter.end ?? Infinity) > index).toBe(true);
        index = chapter.end ?? 0;
      }
      expect(index).toBeLessThanOrEqual(book.durationSeconds + 1);
    },
  );

  it('shows Read More in every language', () => {
    for (const language of [1, 2, 3, 4]) {
      const texts = completeBooks
        .filter((book) => book.language === language)
        .flatMap((book) => book.chapters ?? []);
      expect(texts.some((chapter) => chapter.textItems.some((text) => text.split(/\s+/).length > 50))).toBe(
        true,
      );
    }
  });

  it('come in one file twice', () => {
    expect(completeBooks.filter((book) => book.audio)).toHaveLength(2);
  });
});

describe('curation', () => {
  it.each(
    [...demoCollections, ...demoChallenges].map(
      (demoCollection) => [demoCollection.title, demoCollection] as const,
    ),
  )('%s lists books that exist, once each', (_, list) => {
    expectUnique(list.books);
    expect(list.books.length).toBeGreaterThan(0);
    for (const slug of list.books)
      expect(
        demoBooks.some((book) => book.slug === slug),
        slug,
      ).toBe(true);
  });

  it.each(demoChallenges.map((challenge) => [challenge.title, challenge] as const))(
    '%s has a day for every book',
    (_, challenge) => {
      expect(challenge.books.length).toBeLessThanOrEqual(challenge.dayCount);
    },
  );

  it.each(demoStoryBooks.map((book) => [book.title, book] as const))(
    '%s points at texts that exist',
    (_, story) => {
      expect(story.items.length).toBeGreaterThan(0);
      for (const item of story.items) {
        const chapter = completeBooks.find((book) => book.slug === item.book)?.chapters?.[item.chapter - 1];
        expect(chapter?.textItems[item.textItem - 1], JSON.stringify(item)).toBeDefined();
      }
    },
  );

  it('fills the blocks of the home screens', () => {
    const expected = {
      one_collection: titles(demoCollections),
      list_collection: titles(demoCollections),
      story_book: titles(demoStoryBooks),
      challenges: titles(demoChallenges),
      categories: demoCategories.map((category) => category.code),
    };
    const blocks = demoMobileConfigs.flatMap((config) => config.blocks);
    expect(new Set(blocks.map((block) => block.type))).toEqual(new Set(Object.keys(expected)));
    for (const block of blocks) {
      for (const item of 'item' in block ? [block.item] : block.items)
        expect(expected[block.type], block.title).toContain(item);
    }
  });
});
