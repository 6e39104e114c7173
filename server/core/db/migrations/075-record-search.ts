import type { Migration } from './migration.ts';
import { indexSearchKeys } from './search-index.ts';

/* Searches of records other than books read an index instead of every row. */

const tables = [
  'categories',
  'sub_categories',
  'collections',
  'series',
  'publishers',
  'story_books',
  'mobile_configs',
  'challenges',
];

export const recordSearch: Migration = {
  name: '075-record-search',
  async up(db, engine) {
    for (const table of tables) await indexSearchKeys(db, engine, table);
  },
};
