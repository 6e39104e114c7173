import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from './migration.ts';

/** Adds the index that searches of a table of records read. The table has the columns `id` and `search_key`. */
export async function indexSearchKeys(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  for (const statement of statementsOf(table)[engine]) await statement.execute(db);
}

function statementsOf(table: string): Readonly<Record<Engine, readonly RawBuilder<unknown>[]>> {
  const records = sql.table(table);
  const index = sql.table(`${table}_trigrams`);
  const trigger = (event: string) => sql.table(`${table}_search_${event}`);
  return {
    sqlite: [
      sql`create virtual table ${index} using fts5(search_key, content='', contentless_delete=1, tokenize="trigram case_sensitive 1")`,
      sql`create trigger ${trigger('added')} after insert on ${records} begin
            insert into ${index}(rowid, search_key) values (new.id, new.search_key);
          end`,
      sql`create trigger ${trigger('changed')} after update of search_key on ${records} when old.search_key <> new.search_key begin
            delete from ${index} where rowid = old.id;
            insert into ${index}(rowid, search_key) values (new.id, new.search_key);
          end`,
      sql`create trigger ${trigger('removed')} after delete on ${records} begin
            delete from ${index} where rowid = old.id;
          end`,
      sql`insert into ${index}(rowid, search_key) select id, search_key from ${records}`,
      sql`insert into ${index}(${index}, rank) values ('usermerge', 4)`,
    ],
    postgres: [
      sql`create index ${sql.id(`${table}_by_trigrams`)} on ${records} using gin (search_key gin_trgm_ops)`,
    ],
  };
}
