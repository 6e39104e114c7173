import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from './migration.ts';

/** What searches in `book_search` need, kept up to date by the database itself. */
const statements: Readonly<Record<Engine, readonly RawBuilder<unknown>[]>> = {
  sqlite: [
    sql`create virtual table book_trigrams using fts5(search_key, content='', contentless_delete=1, tokenize="trigram case_sensitive 1")`,
    sql`create virtual table book_beginnings using fts5(beginnings, content='', contentless_delete=1, detail=none)`,
    sql`create trigger book_search_added after insert on book_search begin
          insert into book_trigrams(rowid, search_key) values (new.book_id, new.search_key);
          insert into book_beginnings(rowid, beginnings) values (new.book_id, new.beginnings);
        end`,
    sql`create trigger book_search_changed after update of search_key on book_search when old.search_key <> new.search_key begin
          delete from book_trigrams where rowid = old.book_id;
          delete from book_beginnings where rowid = old.book_id;
          insert into book_trigrams(rowid, search_key) values (new.book_id, new.search_key);
          insert into book_beginnings(rowid, beginnings) values (new.book_id, new.beginnings);
        end`,
    sql`create trigger book_search_removed after delete on book_search begin
          delete from book_trigrams where rowid = old.book_id;
          delete from book_beginnings where rowid = old.book_id;
        end`,
  ],
  postgres: [
    sql`create extension if not exists pg_trgm`,
    sql`create index book_search_trigrams on book_search using gin (search_key gin_trgm_ops)`,
    sql`create index book_search_beginnings on book_search using gin (string_to_array(beginnings, ' '))`,
  ],
};

export async function createSearchIndexes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of statements[engine]) await statement.execute(db);
}
