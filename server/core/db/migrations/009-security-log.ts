import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/* Who signed in, what was refused, and who changed what people may do. Rows are added and, when they are old, removed. */

export const securityLog: Migration = {
  name: '009-security-log',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'security_events',
      columns: {
        id: 'serial',
        at: 'text',
        kind: 'text',
        user_id: 'integer?',
        actor_id: 'integer?',
        address: 'text',
        user_agent: 'text',
        detail: 'text',
      },
    }).execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('security_events').columns(columns).execute();
    await index('security_events_by_time', ['at']);
    await index('security_events_by_user', ['user_id', 'id']);
    await index('security_events_by_actor', ['actor_id', 'id']);
    await index('security_events_by_kind', ['kind', 'id']);
  },
};
