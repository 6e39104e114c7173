import { join } from 'node:path';
import type { Book } from '#contract/resources/books';
import type { Backend } from '#server/backend';
import type { StagedFile } from '#server/media/staged-file';
import type { DemoBook, DemoChapter } from './content/demo-types.ts';
import { demoBooks, demoMediaRoot as media } from './demo-catalogue.ts';
import { everything, nobody } from './lists.ts';

const allBooks = {
  with_chapters: false,
  is_backup: undefined,
  language: undefined,
  category_id: undefined,
  sort: undefined,
} as const;

/** Enters the books that are missing. Returns all demo books by their slug. */
export async function loadBooks(backend: Backend): Promise<ReadonlyMap<string, Book>> {
  const present = await everything((page) => backend.services.books.list({ ...allBooks, ...page }));
  const byName = new Map(present.map((book) => [book.name, book]));
  const bySlug = new Map<string, Book>();
  for (const book of demoBooks)
    bySlug.set(book.slug, byName.get(book.name) ?? (await loadBook(backend, book)));
  return bySlug;
}

async function loadBook(backend: Backend, demo: DemoBook): Promise<Book> {
  const { services, staging } = backend;
  const files = new Map<string, StagedFile>();
  files.set('image', await staging.copy('image', 'image', join(media, demo.cover)));
  if (demo.audio) files.set('audio', await staging.copy('audio', 'audio', join(media, demo.audio)));
  const book = await services.books.create(
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
  if (!demo.chapters) return book;
  const chapters = [];
  for (const chapter of demo.chapters) chapters.push(await toInput(backend, chapter));
  return services.books.replaceChapters(book.id, chapters, nobody);
}

async function toInput({ staging, files }: Backend, chapter: DemoChapter) {
  const audio = chapter.audio
    ? await files.storeAudio(await staging.copy('audio', 'audio', join(media, chapter.audio)))
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
