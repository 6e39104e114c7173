import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/* The default subjects of sub-categories. Existing sub-categories have none. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const subCategorySubjects: Migration = {
  name: '078-sub-category-subjects',
  async up(db, engine) {
    await db.schema
      .alterTable('sub_categories')
      .addColumn('default_subjects', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
