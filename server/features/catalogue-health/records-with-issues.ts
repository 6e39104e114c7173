import { type Kysely, sql } from 'kysely';
import { toDay } from '#contract/analytics/periods';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { RecordTable } from '#server/core/db/tables/tables';
import { type IssuesById, type RecordCheck, recordChecks } from './record-checks.ts';

/** If more books than this changed, they are not checked one by one. */
const MAX_SCANNED = 500;

interface Sources {
  /** The record types that a check reads. */
  readonly lists: readonly (RecordTable | 'author_names' | 'day')[];
  /** 'any' when every change of a book matters, 'named' when only deleted and referenced books do. */
  readonly books?: 'any' | 'named';
}

const homes = ['mobile_configs', 'collections', 'series', 'story_books', 'challenges', 'categories'] as const;

/** The sources of each check: its issues stay the same until one of them is written. */
const sources: Readonly<Record<RecordCheck, Sources>> = {
  author_duplicate_spelling: { lists: ['author_names'] },
  book_rights_ending: { lists: ['day'], books: 'any' },
  book_rights_ended: { lists: ['day'], books: 'any' },
  category_without_books: { lists: ['categories'], books: 'any' },
  category_without_image: { lists: ['categories'] },
  sub_category_without_books: { lists: ['categories', 'sub_categories'], books: 'any' },
  collection_without_books: { lists: ['collections'], books: 'named' },
  collection_without_image: { lists: ['collections'] },
  collection_without_description: { lists: ['collections'] },
  series_gap: { lists: ['series'], books: 'named' },
  series_duplicate: { lists: ['series'], books: 'named' },
  story_book_without_items: { lists: ['story_books'] },
  story_item_leads_nowhere: { lists: ['story_books'], books: 'named' },
  challenge_days_differ: { lists: ['challenges'], books: 'named' },
  challenge_without_image: { lists: ['challenges'] },
  home_block_empty: { lists: homes, books: 'any' },
  home_block_shortened: { lists: homes, books: 'any' },
  home_names_backup_only: { lists: homes, books: 'any' },
  home_challenge_inactive: { lists: homes },
};

const readRevisions = prepare((db) =>
  db
    .selectFrom('record_lists')
    .select(['name', 'revision'])
    .unionAll(db.selectFrom('catalogue').select([sql.lit('books').as('name'), 'revision']))
    .unionAll(db.selectFrom('author_names').select([sql.lit('author_names').as('name'), 'revision'])),
);

/** Returns true when a changed book was deleted or is referenced by a record, or when that is unknown. */
async function isNamedChanged(db: Kysely<Schema>, after: number, revision: number): Promise<boolean> {
  if (revision - after > MAX_SCANNED) return true;
  const { rows } = await sql<{ changes: number; counting: number }>`select count(*) as changes,
    coalesce(sum(case when changed.book_id is null
      or not exists (select 1 from books where books.id = changed.book_id)
      or exists (select 1 from collection_books where collection_books.book_id = changed.book_id)
      or exists (select 1 from series_books where series_books.book_id = changed.book_id)
      or exists (select 1 from challenge_items where challenge_items.book_id = changed.book_id)
      or exists (select 1 from story_items where story_items.book_id = changed.book_id)
      then 1 else 0 end), 0) as counting
    from book_changes as changed where changed.revision > ${after} and changed.revision <= ${revision}`.execute(
    db,
  );
  const [{ changes, counting } = { changes: 0, counting: 0 }] = rows;
  return counting > 0 || changes < revision - after;
}

type ByCheck = ReadonlyMap<RecordCheck, Promise<IssuesById>>;

export const isRecordCheck = (rule: string): rule is RecordCheck => Object.hasOwn(recordChecks, rule);

/**
 * Reads the issues of records other than books, each check once until any process writes one of its sources.
 * @returns a reader of the current issues by check
 */
export function createRecordsWithIssues({ kysely }: Pick<Database, 'kysely'>) {
  let cachedIssues: { revisions: ReadonlyMap<string, number>; byCheck: ByCheck } = {
    revisions: new Map(),
    byCheck: new Map(),
  };

  return async function readParsed(): Promise<(rule: RecordCheck) => Promise<IssuesById>> {
    const before = cachedIssues;
    const rows = await readRevisions(kysely, {});
    const day = Number(toDay(new Date()).replaceAll('-', ''));
    const revisions = new Map([...rows.map(({ name, revision }) => [name, revision] as const), ['day', day]]);
    const isChanged = (name: string) => before.revisions.get(name) !== revisions.get(name);
    const books = isChanged('books');
    const after = before.revisions.get('books');
    const hasNewNames =
      books &&
      (after === undefined || (await isNamedChanged(kysely, after, revisions.get('books') ?? after)));
    const isSame = (rule: RecordCheck): boolean => {
      const own = sources[rule];
      return !own.lists.some(isChanged) && !(own.books === 'any' ? books : own.books && hasNewNames);
    };
    const byCheck = new Map([...before.byCheck].filter(([rule]) => isSame(rule)));
    cachedIssues = { revisions, byCheck };

    return (rule) => {
      const issues = byCheck.get(rule) ?? recordChecks[rule](kysely);
      byCheck.set(rule, issues);
      issues.catch(() => byCheck.delete(rule));
      return issues;
    };
  };
}
