import { sql } from 'kysely';
import type { Migration } from './migration.ts';
import { renameKeys } from './rename-keys.ts';

/*
 * Tables, columns and stored values take the names that the product and the API use: the journal is the audit log, sound is audio, the
 * inside of a book is its content. Nothing else about the rows changes.
 */

/** The tables by their earlier names. */
export const renamedTables: Readonly<Record<string, string>> = {
  activity: 'notifications',
  activity_seen: 'notifications_seen',
  book_facts: 'book_projections',
  fact_state: 'projection_state',
  finding_counts: 'issue_counts',
  findings: 'health_issues',
  inside_drafts: 'book_content_autosaves',
  inside_editors: 'book_content_editors',
  inside_parts: 'book_content_blocks',
  inside_revisions: 'book_content_versions',
  journal: 'audit_log',
  journal_anchor: 'audit_log_anchor',
  journal_counted: 'audit_log_counted',
  journal_counts: 'audit_log_counts',
  journal_lists: 'audit_log_lists',
  kept_contents: 'retained_contents',
  kept_files: 'retained_files',
  letters: 'emails',
  people: 'user_lock',
  scans: 'audio_analyses',
  sound_parts: 'audio_clips',
};

/** Under the new names of their tables. */
export const renamedColumns: readonly (readonly [table: string, from: string, to: string])[] = [
  ['notifications', 'tried', 'attempted_action'],
  ['roles', 'requires_second_factor', 'requires_two_factor'],
  ['audio_analyses', 'faults', 'problems'],
  ['imports', 'drop_id', 'batch_id'],
  ['imports', 'draft', 'proposal'],
  ['trash', 'picture_key', 'image_key'],
  ['retained_files', 'scan', 'analysis'],
];

const values: readonly {
  readonly table: string;
  readonly column: string;
  readonly names: Readonly<Record<string, string>>;
}[] = [
  {
    table: 'dismissals',
    column: 'rule',
    names: {
      author_spelled_twice: 'author_duplicate_spelling',
      book_twice: 'book_duplicated',
      category_without_picture: 'category_without_image',
      challenge_without_picture: 'challenge_without_image',
      collection_without_picture: 'collection_without_image',
    },
  },
  {
    table: 'health_issues',
    column: 'rule',
    names: { author_spelled_twice: 'author_duplicate_spelling', book_twice: 'book_duplicated' },
  },
  {
    table: 'issue_counts',
    column: 'rule',
    names: { author_spelled_twice: 'author_duplicate_spelling', book_twice: 'book_duplicated' },
  },
  { table: 'import_files', column: 'kind', names: { picture: 'image' } },
  { table: 'imports', column: 'state', names: { dropped: 'discarded' } },
  {
    table: 'security_events',
    column: 'kind',
    names: {
      refused: 'rejected',
      second_factor_added: 'two_factor_added',
      second_factor_refused: 'two_factor_refused',
      second_factor_removed: 'two_factor_removed',
      second_factor_reset: 'two_factor_reset',
    },
  },
  { table: 'settings', column: 'key', names: { second_factor: 'two_factor' } },
];

export const standardNames: Migration = {
  name: '042-standard-names',
  async up(db) {
    for (const [from, to] of Object.entries(renamedTables))
      await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
    for (const [table, from, to] of renamedColumns)
      await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
    for (const { table, column, names } of values)
      for (const [from, to] of Object.entries(names))
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
          db,
        );
    await sql`update roles set name = 'Deleter', name_key = 'deleter' where name = 'Remover' and is_built_in = 1`.execute(
      db,
    );
    await renameKeys(db, { table: 'imports', column: 'proposal' }, { sound: 'audio', sounds: 'audios' });
    await renameKeys(db, { table: 'list_views', column: 'query' }, { alike: 'similar' });
  },
};
