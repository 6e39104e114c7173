import type { CreateOf } from '#contract/core/define-resource';
import { type BooksQuery, books } from '#contract/books/books';
import type { Database } from '#server/core/db/open';
import type { FileStorage, FileRow } from '#server/core/media/file-storage';
import type { StagedFile } from '#server/core/media/staged-file';
import type { WriteContext } from '#server/core/resource/resource-service';
import { createServices } from '#server/app/modules';
import { type Permission, allPermissions } from '#contract/core/permissions';
import { settingsOf } from './settings.ts';

/** The context of a write by a user with all permissions. */
export type TestContext = WriteContext & { readonly permissions: ReadonlySet<Permission> };

/** Returns the context of a write by a placeholder user, with these files. */
export function contextWith(files: Readonly<Record<string, StagedFile>> = {}): TestContext {
  return {
    user: { id: 1, email: 'someone@example.org' },
    permissions: new Set(allPermissions),
    authorize: async () => undefined,
    files: new Map(Object.entries(files)),
  };
}

/** Returns a staged file that only `createMemoryFileStorage` can store. */
export function stagedFile(field: string): StagedFile {
  return { field, path: field, size: 1, sha256: field, discard: async () => undefined };
}

/** Creates a file storage in memory. Its blobs are names in a set. */
export function createMemoryFileStorage(audioSeconds = 90) {
  const blobs = new Set<string>();
  const retainedKeys = new Set<string>();
  let count = 0;
  const addFile = (extension: string): FileRow => {
    const key = `${String(++count).padStart(32, '0')}.${extension}`;
    blobs.add(key);
    return { key, media_type: 'application/octet-stream', size: 1, created_at: new Date().toISOString() };
  };
  const remove = async (keys: readonly string[]) => keys.forEach((key) => blobs.delete(key));
  const storage: FileStorage = {
    async storeImage() {
      const [image, thumbnail] = [addFile('webp'), addFile('webp')];
      return { image_key: image.key, thumbnail_key: thumbnail.key, rows: [image, thumbnail] };
    },
    async storeAudio() {
      const row = addFile('mp3');
      return { audio_key: row.key, duration: audioSeconds, rows: [row] };
    },
    storeAs: async (_staged, extension) => addFile(extension),
    removeUnreferenced: remove,
    remove: remove,
    async withhold(keys) {
      for (const key of keys) if (blobs.delete(key)) retainedKeys.add(key);
    },
    async forget(key) {
      retainedKeys.delete(key);
      blobs.delete(key);
    },
    async release(keys) {
      for (const key of keys) if (retainedKeys.delete(key)) blobs.add(key);
      return keys.filter((key) => !blobs.has(key));
    },
  };
  return { storage, blobs };
}

/** Adds an account without a usable password. @returns its ID */
export async function addUserRow({ kysely }: Database, email: string): Promise<number> {
  const { id } = await kysely
    .insertInto('users')
    .values({
      email,
      name: 'Ada',
      password_hash: '',
      permissions: '[]',
      is_suspended: 0,
      version: 1,
      created_at: '',
      updated_at: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** Creates the services of the catalogue over a database, with shortcuts for common test operations. */
export function createCatalogue(database: Database) {
  const { storage, blobs } = createMemoryFileStorage();
  const context = contextWith();
  const services = createServices({
    database,
    files: storage,
    settings: settingsOf({ provider_name: 'The Provider' }),
  });
  return {
    database,
    blobs,
    storage,
    ...services,
    addBook: (input: Partial<CreateOf<typeof books>> = {}) =>
      services.books.create({ name: 'A book', ...input }, context),
    addCategory: (name: string) => services.categories.create({ name, code: undefined }, context),
    addSubCategory: (name: string, category_code: string) =>
      services.subCategories.create({ name, code: undefined, category_code }, context),
    /** Parses the query like the route. Default: without chapters. */
    list: (query: Readonly<Record<string, unknown>> = {}) =>
      services.books.list(toBooksQuery({ with_chapters: '0', ...query })),
  };
}

export function toBooksQuery(query: Readonly<Record<string, unknown>>): BooksQuery {
  return books.query.parse(query);
}
