import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* All names of a subject scheme. The subjects of books contain the original name, so that a rename changes no book. */

const text = { sqlite: sql`text`, postgres: sql`text collate "C"` };

export const subjectSchemeNames: Migration = {
  name: '076-subject-scheme-names',
  async up(db, engine) {
    await db.schema
      .alterTable('subject_schemes')
      .addColumn('original_name', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update subject_schemes set original_name = name`.execute(db);
    await createTable(db, {
      engine,
      name: 'subject_scheme_names',
      columns: { name_key: 'text', scheme_id: 'integer' },
    })
      .addPrimaryKeyConstraint('subject_scheme_names_key', ['name_key'])
      .addForeignKeyConstraint(
        'subject_scheme_names_scheme',
        ['scheme_id'],
        'subject_schemes',
        ['id'],
        (to) => to.onDelete('cascade'),
      )
      .execute();
    await sql`insert into subject_scheme_names (name_key, scheme_id) select name_key, id from subject_schemes`.execute(
      db,
    );
  },
};
