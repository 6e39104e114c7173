import { join } from 'node:path';
import type { TimeState } from '#contract/inside';
import type { Book } from '#contract/resources/books';
import type { Backend } from '#server/backend';
import type { StagedFile } from '#server/media/staged-file';
import { timesOfSentences } from '#server/inside/found-times';
import type { ChapterInput } from '#server/resources/books/book-chapters';
import { alignment } from './content/alignment.ts';
import type { DemoBook, DemoChapter } from './content/demo-types.ts';
import { plainChapters } from './content/plain-chapters.ts';
import { demoBooks, demoMediaRoot as media } from './demo-catalogue.ts';
import { everything, nobody } from './lists.ts';

const states: Readonly<Record<string, TimeState>> = { a: 'aligned', d: 'doubtful', u: 'unspoken' };

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
  const chapters: ChapterInput[] = demo.chapters ? [] : plainChapters(demo);
  for (const chapter of demo.chapters ?? []) chapters.push(await toInput(backend, chapter));
  const book = await services.books.createWithChapters(
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
    chapters,
    { ...nobody, files },
  );
  const times = alignment[demo.slug];
  if (times) await saveTimes(backend, book, times);
  return book;
}

/** What stands in `alignment.ts` for a text, as a save has it. */
function timesOf(written: string) {
  const sentences = written.split(', ').map((sentence) => {
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

/** As if the alignment had just ended, which takes longer than a first start may. */
async function saveTimes(
  { insides }: Backend,
  { id, chapters = [] }: Book,
  times: readonly (readonly string[])[],
): Promise<void> {
  const order = chapters.map((chapter, at) => ({
    id: chapter.id,
    text_items: chapter.text_items.map((text, place) => {
      const written = times[at]?.[place];
      return { id: text.id, ...(written !== undefined && timesOf(written)) };
    }),
  }));
  await insides.save({ id, chapters: order }, false, nobody);
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
