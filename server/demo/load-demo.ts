import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Book } from '#contract/resources/books';
import type { Backend } from '#server/backend';
import type { StagedFile } from '#server/media/staged-file';
import type { WriteContext } from '#server/resources/resource-service';
import type { DemoBook, DemoChapter } from './content/demo-types.ts';
import { demoBooks, demoCategories, demoMediaRoot as media } from './demo-catalogue.ts';

/**
 * Enters the demo catalogue into an empty database through the services, as a person would. An interrupted load goes on at
 * the next start; a catalogue that already holds anything else is left alone.
 */
export async function loadDemo(backend: Backend): Promise<void> {
  const unfinished = join(backend.config.dataDir, 'demo-unfinished');
  if (!existsSync(unfinished)) {
    if (!(await isEmpty(backend))) return;
    await writeFile(unfinished, '');
  }
  await loadCategories(backend);
  const present = new Set(await namesOfBooks(backend));
  for (const book of demoBooks) {
    if (!present.has(book.name)) await loadBook(backend, book);
  }
  await rm(unfinished);
}

const nobody: WriteContext = { user: { id: 0, email: '' }, files: new Map() };

async function isEmpty({ services }: Backend): Promise<boolean> {
  const one = { page: 1, items_per_page: 1, search: '' };
  const [books, categories] = await Promise.all([
    services.books.list({ ...allBooks, ...one }),
    services.categories.list(one),
  ]);
  return books.total === 0 && categories.total === 0;
}

const allBooks = {
  with_chapters: false,
  is_backup: undefined,
  language: undefined,
  category_id: undefined,
  sort: undefined,
} as const;

async function namesOfBooks({ services }: Backend): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await services.books.list({
      ...allBooks,
      page,
      items_per_page: 100,
      search: '',
    });
    names.push(...items.map(({ name }) => name));
    if (items.length === 0 || names.length >= total) return names;
  }
}

async function loadCategories({ services }: Backend): Promise<void> {
  const present = await services.categories.list({ page: 1, items_per_page: 100, search: '' });
  const codes = new Set(
    present.items.flatMap(({ code, sub_categories }) => [code, ...sub_categories.map((sub) => sub.code)]),
  );
  for (const { code, name, subCategories } of demoCategories) {
    if (!codes.has(code)) await services.categories.create({ code, name }, nobody);
    for (const sub of subCategories) {
      if (!codes.has(sub.code))
        await services.subCategories.create({ code: sub.code, name: sub.name, category_code: code }, nobody);
    }
  }
}

async function loadBook(backend: Backend, demo: DemoBook): Promise<void> {
  const { services, staging } = backend;
  const files = new Map<string, StagedFile>();
  files.set('image', await staging.copy('image', 'image', join(media, demo.cover)));
  if (demo.audio) files.set('audio', await staging.copy('audio', 'audio', join(media, demo.audio)));
  const book: Book = await services.books.create(
    {
      name: demo.name,
      description: demo.description,
      author: { name: demo.author },
      language: demo.language,
      is_backup: demo.isBackup === 1,
      duration: demo.durationSeconds,
      chapter_count: demo.chapterCount,
      category_code: demo.categoryCode,
      sub_category_code: demo.subCategoryCode,
    },
    { ...nobody, files },
  );
  if (!demo.chapters) return;
  const chapters = [];
  for (const chapter of demo.chapters) chapters.push(await toInput(backend, chapter));
  await services.books.replaceChapters(book.id, chapters);
}

async function toInput({ staging, files }: Backend, chapter: DemoChapter) {
  const audio = chapter.audio
    ? await files.keepAudio(await staging.copy('audio', 'audio', join(media, chapter.audio)))
    : undefined;
  return {
    name: chapter.name,
    duration: chapter.durationSeconds,
    audio,
    start: chapter.start,
    end: chapter.end,
    text_items: chapter.textItems.map((text) => ({ text })),
  };
}
