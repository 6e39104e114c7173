import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/*
 * Lists of the journal by person, kind and action are kept behind the writes, as its counts are: three indexes less that every entry has
 * to be put into at once. What is counted already is listed here, the rest as it is counted.
 */

export const journalLists: Migration = {
  name: '039-journal-lists',
  async up(db, engine) {
    const lists = createTable(db, {
      engine,
      name: 'journal_lists',
      columns: {
        actor_id: 'integer',
        kind: 'text',
        action: 'text',
        entry_id: 'integer',
      },
    }).addPrimaryKeyConstraint('journal_lists_key', ['actor_id', 'kind', 'action', 'entry_id']);
    await (engine === 'sqlite' ? lists.modifyEnd(sql`without rowid`) : lists).execute();
    for (const [actor, kind, action] of [
      [sql`coalesce(actor_id, 0)`, sql`kind`, sql`action`],
      [sql`coalesce(actor_id, 0)`, sql`''`, sql`''`],
      [sql`-1`, sql`kind`, sql`action`],
    ])
      await sql`insert into journal_lists (actor_id, kind, action, entry_id)
        select ${actor}, ${kind}, ${action}, id from journal
        where id <= (select entry_id from journal_counted) order by 1, 2, 3, 4`.execute(db);
    for (const name of ['journal_by_kind', 'journal_by_actor', 'journal_of_actor'])
      await db.schema.dropIndex(name).execute();
  },
};
