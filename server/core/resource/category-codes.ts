import { prepare } from '#server/core/db/prepared';

/** Selects the category with a code. */
export const categoryByCode = prepare((db, { code }: { code: string }) =>
  db.selectFrom('categories').select('id').where('code', '=', code),
);

/** Selects the sub-category with a code, with its category. */
export const subCategoryByCode = prepare((db, { code }: { code: string }) =>
  db.selectFrom('sub_categories').select(['id', 'category_id']).where('code', '=', code),
);
