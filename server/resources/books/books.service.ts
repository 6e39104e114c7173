import type { Transaction } from 'kysely';
import type { AuthorEntry, AuthorRename, AuthorsQuery } from '#contract/authors';
import type { CreateOf, UpdateOf } from '#contract/define-resource';
import type { Page } from '#contract/envelope';
import type { Book, BooksQuery, books } from '#contract/resources/books';
import { insertFiles } from '#server/db/files';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { notFound } from '#server/errors';
import type { FileStorage } from '#server/media/file-storage';
import type { ResourceService, WriteContext } from '#server/http/resource-service';
import { authorLife, renameAuthor } from './author-life.ts';
import { listAuthors, readAuthor } from './author-list.ts';
import type { ChapterInput } from './book-chapters.ts';
import { toBook, withChapters } from './books.presenter.ts';
import { booksIn, createBooksRepository } from './books.repository.ts';
import { createBookLife } from './book-life.ts';
import {
  type BookSettings,
  deleteBook,
  insertBook,
  replaceBookChapters,
  updateBook,
} from './books.writes.ts';
import type { Keeping } from '../let-go.ts';
import type { LetGo, Living, RecordLife } from '../record-life.ts';
import { type StoredFiles, withFiles } from '../stored-files.ts';
import { createWrites } from '../writes.ts';

export interface BookService
  extends ResourceService<Book, BooksQuery, CreateOf<typeof books>, UpdateOf<typeof books>>,
    Living {
  /** Adds a book with its chapters, whose files are stored and have no rows yet; they are removed when it fails. @throws as `create` does */
  createWithChapters(
    input: CreateOf<typeof books>,
    chapters: readonly ChapterInput[],
    context: WriteContext,
  ): Promise<Book>;
  /**
   * Gives a book these chapters instead of those it has, and the reading time and number of chapters that follow. The files
   * they bring are removed when it fails. @throws AppError 401, 403, 404, 422 for codes that are not unique
   */
  replaceChapters(
    bookId: number,
    chapters: readonly ChapterInput[],
    context: Pick<WriteContext, 'authorize'>,
  ): Promise<Book>;
  /**
   * In the caller's transaction: adds a book with its chapters. The files it names have their rows already.
   * @throws AppError 422
   */
  addWhole(trx: Transaction<Schema>, input: CreateOf<typeof books>, parts: WholeParts): Promise<Book>;
  /**
   * In the caller's transaction: changes a book, and its chapters where they are given. @returns it with the files that it
   * does not name any more @throws AppError 404, 409, 422
   */
  changeWhole(
    trx: Transaction<Schema>,
    input: UpdateOf<typeof books>,
    parts: Partial<WholeParts>,
  ): Promise<LetGo & { book: Book }>;
  readonly authors: AuthorService;
}

/** The authors of the books. */
export interface AuthorService {
  /** By the words of their names, those with the most books first unless asked otherwise. */
  list(query: AuthorsQuery): Promise<Page<AuthorEntry>>;
  /** @throws AppError 404 */
  get(id: number): Promise<AuthorEntry>;
  /** @throws AppError 401, 403, 404, 409 when the version is another or somebody else has the name */
  rename(input: AuthorRename, authorize: WriteContext['authorize']): Promise<AuthorEntry>;
  readonly life: RecordLife;
}

/** What a book is made of beside its fields. */
export interface WholeParts {
  readonly picture?: StoredFiles['picture'] | undefined;
  readonly audio?: StoredFiles['audio'] | undefined;
  readonly chapters: readonly ChapterInput[];
}

export function createBookService(
  deps: Keeping & {
    readonly database: Database;
    readonly files: FileStorage;
    readonly settings: { values(): BookSettings };
  },
): BookService {
  const { database, files, settings, trashDays } = deps;
  const rules = (): BookSettings => ({ ...settings.values(), trashDays });
  const repository = createBooksRepository(database);
  const writes = createWrites(deps);

  async function whole(trx: Transaction<Schema> | Database['kysely'], id: number): Promise<Book> {
    const reader = booksIn(trx);
    const row = await reader.byId(id);
    if (!row) throw notFound('book');
    const [book] = await withChapters([row], await reader.chaptersInTurns([id]));
    if (!book) throw notFound('book');
    return book;
  }

  async function withoutChapters(trx: Transaction<Schema>, id: number): Promise<Book> {
    const row = await booksIn(trx).byId(id);
    if (!row) throw notFound('book');
    return toBook(row);
  }

  return {
    async list(query) {
      const { rows, total } = await repository.page(query, settings.values().languages);
      if (!query.with_chapters) return { items: rows.map(toBook), total };
      const parts = await booksIn(database.kysely).chaptersInTurns(rows.map(({ id }) => id));
      return { items: await withChapters(rows, parts), total };
    },

    get: (id) => whole(database.kysely, id),

    create: (input, context) =>
      writes.create(context, async (trx, kept) =>
        whole(trx, (await insertBook(trx, input, kept, rules())).id),
      ),

    createWithChapters(input, chapters, context) {
      const sounds = chapters.flatMap(({ audio }) => audio?.rows ?? []);
      return withFiles(files, sounds, async () => ({
        dropped: [],
        result: await writes.create(context, async (trx, kept) => {
          await insertFiles(trx, sounds);
          return whole(trx, (await insertBook(trx, input, kept, rules(), chapters)).id);
        }),
      }));
    },

    update: (input, context) =>
      writes.change(context, async (trx, kept) => {
        const gone = await updateBook(trx, input, kept, rules());
        return { ...gone, result: await whole(trx, input.id) };
      }),

    remove: (id, context) =>
      writes.change(context, async (trx) => ({ result: undefined, ...(await deleteBook(trx, id, rules())) })),

    async addWhole(trx, input, { picture, audio, chapters }) {
      const kept = { rows: [], ...(picture && { picture }), ...(audio && { audio }) };
      const { id } = await insertBook(trx, input, kept, rules(), chapters);
      return withoutChapters(trx, id);
    },

    async changeWhole(trx, input, { picture, audio, chapters }) {
      const kept = { rows: [], ...(picture && { picture }), ...(audio && { audio }) };
      const { entryId, ...changed } = await updateBook(trx, input, kept, rules());
      const replaced = chapters && (await replaceBookChapters(trx, input.id, chapters, rules(), entryId));
      return {
        book: await withoutChapters(trx, input.id),
        dropped: [...changed.dropped, ...(replaced?.dropped ?? [])],
        withheld: [...changed.withheld, ...(replaced?.withheld ?? [])],
      };
    },

    life: createBookLife(rules),

    authors: {
      list: (query) => listAuthors(database, query),
      get: (id) => readAuthor(database.kysely, id),
      rename: (input, authorize) =>
        inTransaction(database, async (trx) => {
          await authorize(trx);
          await renameAuthor(trx, input);
          return readAuthor(trx, input.id);
        }),
      life: authorLife,
    },

    replaceChapters: (bookId, chapters, context) =>
      withFiles(
        files,
        chapters.flatMap(({ audio }) => audio?.rows ?? []),
        () =>
          inTransaction(database, async (trx) => {
            await context.authorize(trx);
            const gone = await replaceBookChapters(trx, bookId, chapters, rules());
            return { ...gone, result: await whole(trx, bookId) };
          }),
      ),
  };
}
