import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

/* What has happened to every record, each entry with the hash of the one before it. */

async function createJournal(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'journal',
    columns: {
      id: 'key',
      at: 'text',
      actor_id: 'integer?',
      token_id: 'integer?',
      request_id: 'text?',
      kind: 'text',
      record_id: 'integer',
      name: 'text',
      version: 'integer',
      action: 'text',
      cause_id: 'integer?',
      undoes_id: 'integer?',
      hash: 'text',
      fields: 'text',
      // Last, since it may be long: what is read of the others then does not lie behind it.
      changes: 'text',
    },
  }).execute();
  for (const [name, columns] of [
    ['journal_by_record', ['kind', 'record_id', 'id']],
    ['journal_by_kind', ['kind', 'action', 'id']],
    ['journal_by_actor', ['actor_id', 'kind', 'action', 'id']],
    ['journal_by_time', ['at', 'id']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('journal')
      .columns([...columns])
      .execute();
  await sql`create index journal_undoes on journal (undoes_id) where undoes_id is not null`.execute(db);
}

export const journal: Migration = {
  name: '011-journal',
  async up(db, engine) {
    await createJournal(db, engine);
    await db.schema
      .alterTable('files')
      .addColumn('name', engine === 'sqlite' ? sql`text` : sql`text collate "C"`)
      .execute();
    // Of the entries that were cut off: the last one's number and hash, which the first one that is left goes on from.
    await createTable(db, {
      engine,
      name: 'journal_anchor',
      columns: {
        id: 'key',
        entry_id: 'integer',
        hash: 'text',
        at: 'text',
      },
    }).execute();
    await sql`insert into journal_anchor (id, entry_id, hash, at) values (1, 0, '', '')`.execute(db);
    // How many entries there are, up to the one that was counted last.
    await createTable(db, {
      engine,
      name: 'journal_counts',
      columns: {
        day: 'text',
        actor_id: 'integer',
        kind: 'text',
        action: 'text',
        entries: 'integer',
      },
    })
      .addPrimaryKeyConstraint('journal_counts_key', ['day', 'actor_id', 'kind', 'action'])
      .execute();
    await createTable(db, {
      engine,
      name: 'journal_counted',
      columns: { id: 'key', entry_id: 'integer' },
    }).execute();
    await sql`insert into journal_counted (id, entry_id) values (1, 0)`.execute(db);
  },
};
