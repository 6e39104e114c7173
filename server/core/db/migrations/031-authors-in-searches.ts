import { type RawBuilder, sql } from 'kysely';
import type { Engine, Migration } from './migration.ts';

/*
 * Books are found by the names of their authors. These are searched by themselves and lead to their books, so that to rename an
 * author stays the change of one row. The narrow index of books learns who wrote each: it tells whether a book that was found by its
 * own name is found by its author, too.
 */

const statements: Readonly<Record<Engine, readonly RawBuilder<unknown>[]>> = {
  sqlite: [
    sql`create virtual table author_trigrams using fts5(name, content='', contentless_delete=1, tokenize="trigram case_sensitive 1")`,
    sql`create trigger author_added after insert on authors begin
          insert into author_trigrams(rowid, name) values (new.id, new.sort_key);
        end`,
    sql`create trigger author_renamed after update of sort_key on authors when old.sort_key <> new.sort_key begin
          delete from author_trigrams where rowid = old.id;
          insert into author_trigrams(rowid, name) values (new.id, new.sort_key);
        end`,
    sql`create trigger author_removed after delete on authors begin
          delete from author_trigrams where rowid = old.id;
        end`,
    sql`insert into author_trigrams(rowid, name) select id, sort_key from authors`,
    sql`insert into author_trigrams(author_trigrams, rank) values ('usermerge', 4)`,
    sql`drop index books_by_id`,
    sql`create index books_by_id on books (id, language, category_id, sub_category_id, is_backup, author_id, reading_time)`,
  ],
  postgres: [sql`create index authors_by_trigrams on authors using gin (sort_key gin_trgm_ops)`],
};

export const authorsInSearches: Migration = {
  name: '031-authors-in-searches',
  async up(db, engine) {
    for (const statement of statements[engine]) await statement.execute(db);
  },
};
