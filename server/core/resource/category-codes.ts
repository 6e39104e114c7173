import { prepare } from '#server/core/db/prepared';

/** The category of a code, if there is one. */
export const categoryByCode = prepare((db, { code }: { code: string }) =>
  db.selectFrom('categories').select('id').where('code', '=', code),
);

/** The sub-category of a code, if there is one, with its category. */
export const subCategoryByCode = prepare((db, { code }: { code: string }) =>
  db.selectFrom('sub_categories').select(['id', 'category_id']).where('code', '=', code),
);
