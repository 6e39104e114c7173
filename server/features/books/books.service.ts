import type { Transaction } from 'kysely';
import type { AuthorEntry, AuthorRename, AuthorsQuery } from '#contract/contributors/authors';
import type {
  ContributorDetails,
  ContributorEntry,
  ContributorsQuery,
  ContributorUpdate,
} from '#contract/contributors/contributors';
import type { CustomInput, CustomValues } from '#contract/custom-fields/custom-values';
import type { CreateOf, UpdateOf } from '#contract/core/define-resource';
import type { Page } from '#contract/core/envelope';
import type { Book, BooksQuery, books } from '#contract/books/books';
import { insertFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { notFound } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import { listOrCorrect } from '#server/core/resource/corrected-list';
import type { ResourceService, WriteContext } from '#server/core/resource/resource-service';
import {
  createContributorLifecycle,
  releaseContributorFiles,
  updateContributor,
} from '#server/features/contributors/contributor-lifecycle';
import {
  listAuthors,
  listContributors,
  readAuthor,
  readContributor,
} from '#server/features/contributors/contributor-list';
import { removeIdleAuthor } from './book-authors.ts';
import type { ChapterInput } from './book-chapters.ts';
import { contributorsByBooks } from './book-contributors.ts';
import { toBooks, withChapters } from './books.presenter.ts';
import { booksIn, createBooksRepository } from './books.repository.ts';
import { acceptedCustomValues, editedCustomValues } from './book-custom-values.ts';
import { acceptedSubjects } from '#server/core/resource/book-subjects';
import { type RestoreContent, createBookLifecycle } from './book-lifecycle.ts';
import { deleteBook } from './book-removal.ts';
import type { BookSettings } from './book-rows.ts';
import { insertBook, replaceBookChapters, updateBook } from './book-writes.ts';
import type { RetentionPolicy } from '#server/core/resource/release-files';
import type { ReleaseFiles, WithLifecycle, RecordLifecycle } from '#server/core/resource/lifecycle';
import { type StoredFiles, withFiles } from '#server/core/resource/stored-files';
import { createWrites } from '#server/core/resource/writes';

export interface BookService
  extends ResourceService<Book, BooksQuery, CreateOf<typeof books>, UpdateOf<typeof books>>,
    WithLifecycle {
  /**
   * Creates a book with its chapters, whose files are stored but have no rows. The files are deleted on an error. @throws as `create` does
   */
  createWithChapters(
    input: CreateOf<typeof books>,
    chapters: readonly ChapterInput[],
    context: WriteContext,
  ): Promise<Book>;
  /**
   * Replaces the chapters of a book, and updates its reading time and number of chapters. The new files are deleted on an error.
   * @throws AppError 401, 403, 404, 422 for codes that are not unique
   */
  replaceChapters(
    bookId: number,
    chapters: readonly ChapterInput[],
    context: Pick<WriteContext, 'authorize'>,
  ): Promise<Book>;
  /**
   * Creates a book with its chapters in the caller's transaction. Its files already have rows. Invalid values of custom fields and
   * unknown subjects are left out.
   * @throws AppError 422
   */
  addWhole(trx: Transaction<Schema>, input: CreateOf<typeof books>, contents: BookContents): Promise<Book>;
  /** Returns the values of custom fields in a file after edits. Required ones can be blank. @throws AppError 422 */
  editCustomValues(before: CustomInput, input: CustomInput): CustomValues;
  /**
   * Updates a book, and its chapters if passed, in the caller's transaction. @returns the book, the entry of the change, and the files that
   * the book no longer references
   * @throws AppError 404, 409, 422
   */
  replaceBook(
    trx: Transaction<Schema>,
    input: UpdateOf<typeof books>,
    contents: Partial<BookContents>,
  ): Promise<ReleaseFiles & { book: Book; entryId: number }>;
  readonly authors: AuthorService;
}

/** Reads and renames the authors of books. */
export interface AuthorService {
  /** Returns authors by the words of their names; by default those with the most books first. */
  list(query: AuthorsQuery): Promise<Page<AuthorEntry>>;
  /** Returns the people with any role or one role, with the numbers of books in each role. */
  listPeople(query: ContributorsQuery): Promise<Page<ContributorEntry>>;
  /** Returns a person with details. @throws AppError 404 */
  getContributor(id: number): Promise<ContributorDetails>;
  /**
   * Changes the name, the details and the image of a person. A person without books and details is removed.
   * @throws AppError 401, 403, 404, 409, 413, 415, 422; 409 for another version or a name that someone else has
   */
  changeContributor(input: ContributorUpdate, context: WriteContext): Promise<ContributorDetails>;
  /** @throws AppError 404 */
  get(id: number): Promise<AuthorEntry>;
  /** @throws AppError 401, 403, 404, 409 for another version or a name that another author has */
  rename(input: AuthorRename, authorize: WriteContext['authorize']): Promise<AuthorEntry>;
  readonly life: RecordLifecycle;
}

/** The parts of a book in addition to its fields. */
export interface BookContents {
  readonly image?: StoredFiles['image'] | undefined;
  readonly audio?: StoredFiles['audio'] | undefined;
  readonly chapters: readonly ChapterInput[];
}

export function createBookService(
  deps: RetentionPolicy & {
    readonly database: Database;
    readonly files: FileStorage;
    readonly settings: { values(): BookSettings };
    readonly restoreContent: RestoreContent;
  },
): BookService {
  const { database, files, settings, trashDays, restoreContent } = deps;
  const rules = (): BookSettings => ({ ...settings.values(), trashDays });
  const repository = createBooksRepository(database);
  const writes = createWrites(deps);
  const shortWrites = createWrites({ ...deps, areShort: true });

  async function whole(trx: Transaction<Schema> | Database['kysely'], id: number): Promise<Book> {
    const reader = booksIn(trx);
    const row = await reader.byId(id);
    if (!row) throw notFound('book');
    const contents =
      row.has_chapters === 0 ? { chapters: [], textItems: [] } : await reader.chaptersInChunks([id]);
    const [book] = await withChapters([row], {
      ...contents,
      contributors: await contributorsByBooks(trx, [id]),
      customFields: settings.values().custom_fields,
    });
    if (!book) throw notFound('book');
    return book;
  }

  async function withoutChapters(trx: Transaction<Schema>, id: number): Promise<Book> {
    const row = await booksIn(trx).byId(id);
    const contributors = await contributorsByBooks(trx, [id]);
    const [book] = toBooks(row ? [row] : [], {
      contributors,
      customFields: settings.values().custom_fields,
    });
    if (!book) throw notFound('book');
    return book;
  }

  return {
    async list(query) {
      const { rows, total } = await repository.page(query, settings.values().languages);
      const ids = rows.map(({ id }) => id);
      const relatedData = {
        contributors: await contributorsByBooks(database.kysely, ids),
        customFields: settings.values().custom_fields,
      };
      if (!query.with_chapters) return { items: toBooks(rows, relatedData), total };
      const contents = await booksIn(database.kysely).chaptersInChunks(ids);
      return { items: await withChapters(rows, { ...contents, ...relatedData }), total };
    },

    get: (id) => whole(database.kysely, id),

    create: (input, context) =>
      shortWrites.create(context, async (trx, storedFiles) =>
        whole(
          trx,
          (
            await insertBook(trx, {
              input,
              files: storedFiles,
              settings: rules(),
              recordId: context.recordId,
            })
          ).id,
        ),
      ),

    createWithChapters(input, chapters, context) {
      const audios = chapters.flatMap(({ audio }) => audio?.rows ?? []);
      return withFiles(files, audios, async () => ({
        discarded: [],
        result: await writes.create(context, async (trx, storedFiles) => {
          await insertFiles(trx, audios);
          return whole(
            trx,
            (await insertBook(trx, { input, files: storedFiles, settings: rules(), chapters })).id,
          );
        }),
      }));
    },

    update: (input, context) =>
      shortWrites.change(context, async (trx, storedFiles) => {
        const bookChange = await updateBook(trx, { input, files: storedFiles, settings: rules() });
        return { ...bookChange, result: await whole(trx, input.id) };
      }),

    remove: (id, context) =>
      writes.change(context, async (trx) => ({ result: undefined, ...(await deleteBook(trx, id, rules())) })),

    async addWhole(trx, input, { image, audio, chapters }) {
      const storedFiles = { rows: [], ...(image && { image }), ...(audio && { audio }) };
      const custom = input.custom && acceptedCustomValues(rules().custom_fields, input.custom);
      const { id } = await insertBook(trx, {
        input: {
          ...input,
          custom,
          subjects: input.subjects && (await acceptedSubjects(trx, input.subjects)),
        },
        files: storedFiles,
        settings: rules(),
        chapters,
      });
      return withoutChapters(trx, id);
    },

    editCustomValues: (before, input) => editedCustomValues(rules().custom_fields, before, input),

    async replaceBook(trx, input, { image, audio, chapters }) {
      const storedFiles = { rows: [], ...(image && { image }), ...(audio && { audio }) };
      const { entryId, ...changed } = await updateBook(trx, { input, files: storedFiles, settings: rules() });
      const replacedFiles =
        chapters &&
        (await replaceBookChapters(trx, { bookId: input.id, chapters, settings: rules(), causeId: entryId }));
      return {
        book: await withoutChapters(trx, input.id),
        entryId,
        discarded: [...changed.discarded, ...(replacedFiles?.discarded ?? [])],
        retained: [...changed.retained, ...(replacedFiles?.retained ?? [])],
      };
    },

    life: createBookLifecycle(rules, restoreContent),

    authors: {
      list: (query) =>
        listOrCorrect(database.kysely, query, (searchedQuery) => listAuthors(database, searchedQuery)),
      listPeople: (query) =>
        listOrCorrect(database.kysely, query, (searchedQuery) => listContributors(database, searchedQuery)),
      get: (id) => readAuthor(database.kysely, id),
      rename: (input, authorize) =>
        inTransaction(database, async (trx) => {
          await authorize(trx);
          await updateContributor(trx, input);
          return readAuthor(trx, input.id);
        }),
      getContributor: (id) => readContributor(database.kysely, id),
      changeContributor: (input, context) =>
        writes.change(context, async (trx, { image }) => {
          const { id } = input;
          const keys = await updateContributor(trx, input, image);
          const result = await readContributor(trx, id);
          const releasedFiles = await releaseContributorFiles(trx, { id, keys, retention: deps });
          await removeIdleAuthor(trx, id);
          return { result, ...releasedFiles };
        }),
      life: createContributorLifecycle(rules),
    },

    replaceChapters: (bookId, chapters, context) =>
      withFiles(
        files,
        chapters.flatMap(({ audio }) => audio?.rows ?? []),
        () =>
          inTransaction(database, async (trx) => {
            await context.authorize(trx);
            const chapterChange = await replaceBookChapters(trx, { bookId, chapters, settings: rules() });
            return { ...chapterChange, result: await whole(trx, bookId) };
          }),
      ),
  };
}
