import { sql } from 'kysely';
import { MAX_HITS, type SearchGroup, type SearchHit, searchedKinds } from '#contract/search/search';
import { contributorRoles } from '#contract/contributors/contributors';
import { recordTypes } from '#contract/core/record-types';
import { foldText } from '#contract/core/slug';
import { inOriginalSpelling } from '#contract/core/typos';
import { searchedNumber } from '#server/core/db/folding';
import type { Database } from '#server/core/db/open';
import { prepareForIds } from '#server/core/db/prepared';
import { correctedSearches } from '#server/core/db/search-words';
import { acrossRecords } from '#server/core/db/record-tables';
import { type RecordTable, recordTables } from '#server/core/db/tables/tables';
import { mediaUrl } from '#server/core/media/media-url';
import { bookCodeOf } from '#server/core/resource/book-code';
import { inOrderOf } from '#server/core/resource/in-order-of';
import { idsOfRecords } from '#server/core/resource/record-search';
import { foldBookSearch, namedIds } from '#server/features/books/book-search';
import { listContributors } from '#server/features/contributors/contributor-list';

/** Number of newest matches that are ranked. */
const MAX_CANDIDATES = 25;

type Hit = Omit<SearchHit, 'kind'>;

const begins = (hit: Hit, foldedSearch: string): boolean =>
  foldText(hit.name).startsWith(foldedSearch) || foldText(hit.code) === foldedSearch;

/** Sorts prefixes of names and whole codes first, else the newest first. */
function best(hits: readonly Hit[], foldedSearch: string): Hit[] {
  const { first = [], others = [] } = Object.groupBy(hits, (hit) =>
    begins(hit, foldedSearch) ? 'first' : 'others',
  );
  return [...first, ...others].slice(0, MAX_HITS);
}

const booksByIds = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select(['books.id', 'books.name', 'authors.name as author_name', 'books.thumbnail_key'])
    .where('books.id', 'in', ids),
);

async function books({ kysely, dialect }: Database, foldedSearch: string): Promise<Hit[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${namedIds(foldedSearch, dialect)}) as found order by id desc limit ${MAX_CANDIDATES}`.execute(
    kysely,
  );
  const ids = rows.map(({ id }) => id);
  const matches = inOrderOf(ids, await booksByIds(kysely, ids));
  return matches.map(({ id, name, author_name, thumbnail_key }) => ({
    id,
    name,
    code: bookCodeOf(id),
    detail: author_name,
    thumbnail_url: mediaUrl(thumbnail_key),
  }));
}

async function contributors(database: Database, text: string): Promise<Hit[]> {
  const { items } = await listContributors(database, {
    role: undefined,
    search: text,
    similar: false,
    sort: undefined,
    page: 1,
    items_per_page: MAX_HITS,
  });
  return items.map(({ id, name, roles = [], thumbnail_url = null }) => ({
    id,
    name,
    code: '',
    detail: roles.map(({ role }) => contributorRoles[role].label).join(', '),
    thumbnail_url,
  }));
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly thumbnail_key: string | null;
}

async function records(database: Database, table: RecordTable, foldedSearch: string): Promise<Hit[]> {
  const columns: object = recordTables[table];
  const has = (column: string) => column in columns;
  const nameColumn = sql.ref(has('title') ? 'title' : 'name');
  const code = has('code') ? sql.ref('code') : sql`''`;
  const thumbnail = has('thumbnail_key') ? sql.ref('thumbnail_key') : sql`null`;
  const number = searchedNumber(foldedSearch) ?? 0;
  const ids = idsOfRecords(database.dialect, table, foldedSearch);
  const rows: readonly NamedRow[] = await acrossRecords(database.kysely)
    .selectFrom(table)
    .select([
      'id',
      sql<string>`${nameColumn}`.as('name'),
      sql<string>`${code}`.as('code'),
      sql<string | null>`${thumbnail}`.as('thumbnail_key'),
    ])
    .where(sql<boolean>`(id in (select id from (${ids}) as found order by id desc limit ${MAX_CANDIDATES})
      or id = ${number})`)
    .orderBy('id', 'desc')
    .limit(MAX_CANDIDATES)
    .execute();
  return rows.map(({ id, name, code: own, thumbnail_key }) => ({
    id,
    name,
    code: own,
    detail: '',
    thumbnail_url: mediaUrl(thumbnail_key),
  }));
}

/** Returns the best few records of each type; types without a match are skipped. */
async function searchExactly(database: Database, text: string): Promise<SearchGroup[]> {
  const foldedSearch = foldText(text);
  const groups: SearchGroup[] = [];
  for (const kind of searchedKinds) {
    const hits =
      kind === 'books'
        ? await books(database, foldBookSearch(text))
        : kind === 'authors'
          ? await contributors(database, text)
          : await records(database, recordTypes[kind].table, foldedSearch);
    const items = best(hits, foldedSearch).map((hit) => ({ kind, ...hit }));
    if (items.length > 0) groups.push({ kind, items });
  }
  return groups;
}

/** Returns the best few records of each type. A text without results is corrected: words of five or more letters match with one typo. */
export async function searchAll(database: Database, text: string): Promise<SearchGroup[]> {
  if (foldText(text) === '') return [];
  const groups = await searchExactly(database, text);
  if (groups.length > 0) return groups;
  for (const search of await correctedSearches(database.kysely, text)) {
    const correctedHits = await searchExactly(database, search);
    if (correctedHits.length === 0) continue;
    const texts = correctedHits.flatMap(({ items }) => items.flatMap(({ name, detail }) => [name, detail]));
    const did_you_mean = inOriginalSpelling(search, texts);
    return correctedHits.map((group) => ({ ...group, did_you_mean }));
  }
  return [];
}
