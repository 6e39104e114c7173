import { type Kysely, sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Engine, Migration } from './migration.ts';

async function createJobs(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'jobs',
    columns: {
      id: 'serial',
      kind: 'text',
      subject_id: 'text',
      title: 'text',
      state: 'text',
      priority: 'integer',
      run_at: 'text',
      attempts: 'integer',
      worker: 'text?',
      lease_until: 'text?',
      progress: 'double',
      stage: 'text',
      cancel_asked: 'integer',
      payload: 'text',
      result: 'text?',
      error: 'text?',
      user_id: 'integer?',
      created_at: 'text',
      changed_at: 'text',
      finished_at: 'text?',
    },
  })
    .addForeignKeyConstraint('jobs_user', ['user_id'], 'users', ['id'], (to) => to.onDelete('set null'))
    .execute();
  await db.schema
    .createIndex('jobs_to_claim')
    .on('jobs')
    .columns(['state', 'run_at', 'priority', 'id'])
    .execute();
  await db.schema.createIndex('jobs_by_user').on('jobs').columns(['user_id', 'id']).execute();
  await db.schema.createIndex('jobs_by_change').on('jobs').columns(['changed_at', 'id']).execute();
  // One that waits or runs stands for all that were asked for.
  await sql`create unique index jobs_under_way on jobs (kind, subject_id)
    where state in ('queued', 'running')`.execute(db);
}

async function createUploads(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'uploads',
    columns: {
      id: 'text',
      user_id: 'integer',
      import_id: 'integer?',
      file_name: 'text',
      metadata: 'text',
      size: 'bigint',
      received: 'bigint',
      sha256: 'text?',
      key: 'text?',
      state: 'text',
      error: 'text?',
      lock_owner: 'text?',
      lock_until: 'text?',
      lock_wanted: 'integer',
      created_at: 'text',
      expires_at: 'text',
    },
  })
    .addPrimaryKeyConstraint('uploads_key', ['id'])
    .addForeignKeyConstraint('uploads_user', ['user_id'], 'users', ['id'], (to) => to.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('uploads_by_user').on('uploads').column('user_id').execute();
  await db.schema.createIndex('uploads_by_end').on('uploads').column('expires_at').execute();
  await db.schema.createIndex('uploads_by_import').on('uploads').column('import_id').execute();
  await createTable(db, {
    engine,
    name: 'upload_parts',
    columns: {
      upload_id: 'text',
      starts: 'bigint',
      length: 'bigint',
      key: 'text',
    },
  })
    .addPrimaryKeyConstraint('upload_parts_key', ['upload_id', 'starts'])
    .addForeignKeyConstraint('upload_parts_owner', ['upload_id'], 'uploads', ['id'])
    .execute();
}

async function createActivity(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, {
    engine,
    name: 'activity',
    columns: {
      id: 'serial',
      user_id: 'integer',
      entry_key: 'text',
      at: 'text',
      outcome: 'text',
      message: 'text',
      tried: 'text?',
      subject: 'text?',
      address: 'text?',
    },
  })
    .addForeignKeyConstraint('activity_user', ['user_id'], 'users', ['id'], (to) => to.onDelete('cascade'))
    .execute();
  await db.schema
    .createIndex('activity_by_user')
    .unique()
    .on('activity')
    .columns(['user_id', 'entry_key'])
    .execute();
  await db.schema.createIndex('activity_by_time').on('activity').columns(['at', 'id']).execute();
  await createTable(db, {
    engine,
    name: 'activity_seen',
    columns: { user_id: 'integer', last_id: 'integer' },
  })
    .addPrimaryKeyConstraint('activity_seen_key', ['user_id'])
    .addForeignKeyConstraint('activity_seen_user', ['user_id'], 'users', ['id'], (to) =>
      to.onDelete('cascade'),
    )
    .execute();
}

export const jobs: Migration = {
  name: '005-jobs',
  async up(db, engine) {
    await createJobs(db, engine);
    await createUploads(db, engine);
    await createActivity(db, engine);
  },
};
