import { englishBooks } from './books-english.ts';
import { portugueseBooks } from './books-portuguese.ts';
import { spanishBooks } from './books-spanish.ts';
import { turkishBooks } from './books-turkish.ts';
import { completeBookTexts } from './complete-books.ts';
import { demoCategories } from './demo-categories.ts';
import type { BookRow, DemoBook, DemoLanguage } from './demo-types.ts';
import { narration } from './narration.ts';
import { toSlug } from './to-slug.ts';

/** A stable number for a slug (FNV-1a), so that what looks random is the same on every machine. */
export function seedOf(slug: string): number {
  let hash = 0x811c9dc5;
  for (const character of slug) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

function categoryOf(subCategoryCode: string): string {
  const category = demoCategories.find((demoCategory) =>
    demoCategory.subCategories.some((sub) => sub.code === subCategoryCode),
  );
  if (!category) throw new Error(`No category holds the sub-category ${subCategoryCode}`);
  return category.code;
}

function identity(name: string, subCategoryCode: string) {
  const slug = toSlug(name);
  return {
    slug,
    name,
    subCategoryCode,
    categoryCode: categoryOf(subCategoryCode),
    isBackup: seedOf(slug) % 3 === 0 ? 0 : 1,
    cover: `covers/${slug}.webp`,
  } as const;
}

function shelf(language: DemoLanguage, rows: readonly BookRow[]): DemoBook[] {
  return rows.map(([name, author, subCategoryCode, minutes, chapterCount, description]) => {
    const book = identity(name, subCategoryCode);
    return {
      ...book,
      author,
      language,
      description,
      chapterCount,
      durationSeconds: minutes * 60 + (seedOf(book.slug) % 60),
    };
  });
}

const plainBooks: readonly DemoBook[] = [
  ...shelf(3, englishBooks),
  ...shelf(1, turkishBooks),
  ...shelf(2, portugueseBooks),
  ...shelf(4, spanishBooks),
].toSorted((a, b) => seedOf(a.slug) - seedOf(b.slug));

const completeBooks: readonly DemoBook[] = completeBookTexts.map((text) => {
  const book = identity(text.name, text.subCategoryCode);
  const measured = narration[book.slug];
  if (!measured) throw new Error(`${text.name} has not been narrated`);
  return {
    ...book,
    author: text.author,
    language: text.language,
    description: text.description,
    durationSeconds: measured.durationSeconds,
    chapterCount: text.chapters.length,
    ...(measured.audio ? { audio: measured.audio } : {}),
    chapters: text.chapters.map(({ name, texts }, index) => {
      const measuredChapter = measured.chapters[index];
      if (!measuredChapter) throw new Error(`Chapter ${index + 1} of ${text.name} has not been narrated`);
      return { ...measuredChapter, name, textItems: texts };
    }),
  };
});

/** In the order of entry. Lists show the newest first, so the complete books come last, the English ones at the very end. */
export const demoBooks: readonly DemoBook[] = [...plainBooks, ...completeBooks];
