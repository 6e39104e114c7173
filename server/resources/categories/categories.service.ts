import type { Kysely, Transaction } from 'kysely';
import type { CreateOf, QueryOf, UpdateOf } from '#contract/define-resource';
import type { Category, categories } from '#contract/resources/categories';
import { changeCategories } from '#server/db/catalogue';
import { deleteFiles } from '#server/db/files';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { editConflict, notFound } from '#server/errors';
import type { FileKeeper } from '#server/media/file-keeper';
import { mediaUrl } from '#server/media/media-types';
import { changedCode, newCode } from '../codes.ts';
import { refuseInUse } from '../in-use.ts';
import type { ResourceService } from '../resource-service.ts';
import { type CategoryRow, type SubCategoryRow, categoriesIn } from './categories.repository.ts';

const urlOf = (key: string | null): string | null => (key === null ? null : mediaUrl(key));

function toCategory(row: CategoryRow, subCategories: readonly SubCategoryRow[]): Category {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    image_url: urlOf(row.image_key),
    thumbnail_url: urlOf(row.thumbnail_key),
    sub_categories: subCategories.map(({ id, code, name }) => ({ id, code, name })),
    version: row.version,
    updated_at: row.updated_at,
  };
}

export type CategoryService = ResourceService<
  Category,
  QueryOf<typeof categories>,
  CreateOf<typeof categories>,
  UpdateOf<typeof categories>
>;

export function createCategoryService(deps: {
  readonly database: Database;
  readonly files: Pick<FileKeeper, 'release'>;
}): CategoryService {
  const { database, files } = deps;

  async function present(db: Kysely<Schema>, rows: readonly CategoryRow[]): Promise<Category[]> {
    const subs = await categoriesIn(db).subCategoriesOf(rows.map(({ id }) => id));
    const byCategory = Map.groupBy(subs, (sub) => sub.category_id);
    return rows.map((row) => toCategory(row, byCategory.get(row.id) ?? []));
  }

  async function stored(db: Kysely<Schema>, id: number): Promise<CategoryRow> {
    const row = await categoriesIn(db).byId(id);
    if (!row) throw notFound('category');
    return row;
  }

  async function get(db: Kysely<Schema>, id: number): Promise<Category> {
    const [category] = await present(db, [await stored(db, id)]);
    if (!category) throw notFound('category');
    return category;
  }

  async function insert(trx: Transaction<Schema>, input: CreateOf<typeof categories>): Promise<number> {
    await changeCategories(trx, { categories: 1 });
    const code = await newCode(trx, 'categories', input.name, input.code);
    const now = new Date().toISOString();
    const { id } = await trx
      .insertInto('categories')
      .values({
        name: input.name,
        code,
        image_key: null,
        thumbnail_key: null,
        search_key: searchKeyOf(input.name, code),
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  return {
    async list(query) {
      const { rows, total } = await categoriesIn(database.kysely).page(query);
      return { items: await present(database.kysely, rows), total };
    },

    get: (id) => get(database.kysely, id),

    create: (input, context) =>
      inTransaction(database, async (trx) => {
        const earlier = await context.recall?.(trx);
        if (earlier !== undefined) return earlier as Category;
        const category = await get(trx, await insert(trx, input));
        await context.remember?.(trx, category);
        return category;
      }),

    update: (input) =>
      inTransaction(database, async (trx) => {
        await changeCategories(trx);
        const before = await stored(trx, input.id);
        if (input.version !== undefined && input.version !== before.version) throw editConflict('category');
        const code = await changedCode(trx, 'categories', before, input.code);
        const name = input.name ?? before.name;
        await trx
          .updateTable('categories')
          .set({
            name,
            code,
            search_key: searchKeyOf(name, code),
            version: before.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', input.id)
          .execute();
        return get(trx, input.id);
      }),

    async remove(id) {
      const dropped = await inTransaction(database, async (trx) => {
        await changeCategories(trx, { categories: -1 });
        const { image_key, thumbnail_key } = await stored(trx, id);
        const { books, subCategories } = await categoriesIn(trx).usersOf(id);
        refuseInUse('category', { 'book|books': books, 'sub-category|sub-categories': subCategories });
        await trx.deleteFrom('categories').where('id', '=', id).execute();
        const keys = [image_key, thumbnail_key].filter((key) => key !== null);
        await deleteFiles(trx, keys);
        return keys;
      });
      await files.release(dropped);
    },
  };
}
