import type { TableOf } from '../columns.ts';
import { categoryColumns } from './categories.ts';
import { challengeColumns } from './challenges.ts';
import { collectionColumns } from './collections.ts';
import { mobileConfigColumns } from './mobile-configs.ts';
import { publisherColumns } from './publishers.ts';
import { seriesColumns } from './series.ts';
import { storyBookColumns } from './story-books.ts';
import { subCategoryColumns } from './sub-categories.ts';

/** The tables of all resources except books. Each row has an id, a search key and a version. */
export const recordTables = {
  categories: categoryColumns,
  sub_categories: subCategoryColumns,
  collections: collectionColumns,
  series: seriesColumns,
  publishers: publisherColumns,
  story_books: storyBookColumns,
  mobile_configs: mobileConfigColumns,
  challenges: challengeColumns,
} as const;

export type RecordTables = typeof recordTables;
export type RecordTable = keyof RecordTables;

export type RecordSchema = { [Table in RecordTable]: TableOf<RecordTables[Table]> };
