import { join } from 'node:path';
import type { TimeState } from '#contract/book-content/book-content';
import type { Book } from '#contract/books/books';
import type { Dependencies } from '#server/app/dependencies';
import type { FileStorage, StoredImage } from '#server/core/media/file-storage';
import type { StagedFile } from '#server/core/media/staged-file';
import { timesOfSentences } from '#server/features/book-content/aligned-times';
import type { ChapterInput } from '#server/features/books/book-chapters';
import { restoreContent } from '#server/features/book-content/restore-content';
import { type BookService, createBookService } from '#server/features/books/books.service';
import { alignment } from './content/alignment.ts';
import type { DemoBook, DemoChapter } from './content/demo-types.ts';
import { plainChapters } from './content/plain-chapters.ts';
import { demoBooks, demoMediaRoot as media, publisherOf } from './demo-catalogue.ts';
import { everything, demoContext } from './lists.ts';

const states: Readonly<Record<string, TimeState>> = {
  a: 'aligned',
  d: 'low_confidence',
  u: 'missing_in_audio',
};

/** The list of all books. */
export const allBooks = {
  with_chapters: false,
  is_backup: undefined,
  language: undefined,
  category_id: undefined,
  sort: undefined,
} as const;

/** Creates the missing books in order. Returns all demo books by their slug. */
export async function loadBooks(dependencies: Dependencies): Promise<ReadonlyMap<string, Book>> {
  const present = await everything((page) => dependencies.services.books.list({ ...allBooks, ...page }));
  const bySlug = new Map<string, Book>();
  const byName = new Map(present.map((book) => [book.name, book]));
  const missingBooks = demoBooks.filter(({ name }) => !byName.has(name));
  for (const { slug, name } of demoBooks) {
    const book = byName.get(name);
    if (book) bySlug.set(slug, book);
  }
  const { files, begin } = imagesAhead(dependencies.files);
  const books = createBookService({ ...dependencies, files, restoreContent });
  const stageCover = async (book: DemoBook | undefined) => {
    const cover = book && (await dependencies.staging.copy('image', 'image', join(media, book.cover)));
    if (cover) begin(cover);
    return cover;
  };
  let cover = await stageCover(missingBooks[0]);
  for (const [index, book] of missingBooks.entries()) {
    const own = cover;
    cover = await stageCover(missingBooks[index + 1]);
    if (own) bySlug.set(book.slug, await loadBook(dependencies, { books, demo: book, cover: own }));
  }
  return bySlug;
}

/** Renders the cover of the next book in another thread while the current book is written. Covers are most of the work. */
function imagesAhead(files: FileStorage) {
  const images = new Map<string, Promise<StoredImage>>();
  return {
    files: {
      ...files,
      storeImage: (stagedFile: StagedFile) => images.get(stagedFile.path) ?? files.storeImage(stagedFile),
    },
    begin(stagedFile: StagedFile): void {
      const image = files.storeImage(stagedFile, 'ready');
      // The caller of `storeImage` handles the error.
      image.catch(() => undefined);
      images.set(stagedFile.path, image);
    },
  };
}

async function loadBook(
  dependencies: Dependencies,
  {
    books,
    demo,
    cover,
  }: { readonly books: BookService; readonly demo: DemoBook; readonly cover: StagedFile },
): Promise<Book> {
  const { staging } = dependencies;
  const files = new Map<string, StagedFile>([['image', cover]]);
  if (demo.audio) files.set('audio', await staging.copy('audio', 'audio', join(media, demo.audio)));
  const chapters: ChapterInput[] = demo.chapters ? [] : plainChapters(demo);
  for (const chapter of demo.chapters ?? []) chapters.push(await toInput(dependencies, chapter));
  const book = await books.createWithChapters(
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
      ...publisherOf(demo),
    },
    chapters,
    { ...demoContext, files },
  );
  const times = alignment[demo.slug];
  if (times) await saveTimes(dependencies, book, times);
  return book;
}

/** Converts the times of a text in `alignment.ts` to the fields of a save. */
function timesOf(bookText: string) {
  const sentences = bookText.split(', ').map((sentence) => {
    const [from, to, start, end, confidence, state = ''] = sentence.split(' ');
    const seconds = (text = '-') => (text === '-' ? null : Number(text));
    return {
      from: Number(from),
      to: Number(to),
      start: seconds(start),
      end: seconds(end),
      confidence: Number(confidence),
      state: states[state] ?? null,
    };
  });
  return timesOfSentences(sentences);
}

/** Saves the stored times as if the alignment had just ended. The alignment itself would take too long for a first start. */
async function saveTimes(
  { bookContents }: Dependencies,
  { id, chapters = [] }: Book,
  times: readonly (readonly string[])[],
): Promise<void> {
  const order = chapters.map((chapter, index) => ({
    id: chapter.id,
    text_items: chapter.text_items.map((text, textIndex) => {
      const timeText = times[index]?.[textIndex];
      return { id: text.id, ...(timeText !== undefined && timesOf(timeText)) };
    }),
  }));
  await bookContents.save({ id, chapters: order }, false, demoContext);
}

async function toInput({ staging, files }: Dependencies, chapter: DemoChapter) {
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
