import { type RawBuilder, sql } from 'kysely';
import { identifierKey, toIsbn } from '#contract/books/identifiers';
import { foldText } from '#contract/core/slug';
import type { OpenedDialect, MatchRank } from '#server/core/db/dialects/dialect';
import { prefixesOfAuthors } from '#server/core/db/author-words';
import { isFound, isShortSearch, searchedNumber, toWordPrefix } from '#server/core/db/folding';
import { asPattern } from '#server/core/db/like-pattern';
import { isInText, searchedText } from '#server/core/db/text-words';
import { bookCodeOf } from '#server/core/resource/book-code';
import { searchedNumberEntries } from '#server/core/resource/number-index';

/** A search for books. */
export interface BookSearch {
  /** Folded; empty when there is no search. */
  readonly search: string;
  /** True when descriptions and chapter titles are searched too. */
  readonly everything: boolean;
}

/** The folded texts of a book that a search reads. */
export interface Searched {
  readonly id: number;
  /** Name and code. */
  readonly search_key: string;
  readonly author_key: string;
  /** Only for a full text search. */
  readonly text_words?: string | undefined;
}

/** Returns the folded text of a search. An ISBN with hyphens is searched without them, because the search keys have both forms. */
export function foldBookSearch(text: string): string {
  const foldedText = foldText(text);
  const isbn = foldedText.includes('-') ? toIsbn(foldedText) : undefined;
  return isbn === undefined ? foldedText : identifierKey(isbn);
}

/** Returns the id that a search of digits matches, unless the code matches too. */
function idOfDigits(search: string): number | undefined {
  const number = searchedNumber(search);
  return number === undefined || isFound(foldText(bookCodeOf(number)), search) ? undefined : number;
}

function idsInKeys(search: string, dialect: OpenedDialect): RawBuilder<unknown> {
  if (isShortSearch(search)) return dialect.idsBeginning(toWordPrefix(search));
  const entries = searchedNumberEntries(search);
  return entries === undefined ? dialect.idsContaining(search) : dialect.idsContainingBy(entries, search);
}

/** Returns a query for the ids of books whose name or code matches a folded search, each once. */
export function namedIds(search: string, dialect: OpenedDialect): RawBuilder<unknown> {
  const matchingIds = idsInKeys(search, dialect);
  const number = idOfDigits(search);
  return number === undefined
    ? matchingIds
    : sql`${matchingIds} union select id from books where id = ${number}`;
}

function inNames(search: string, dialect: OpenedDialect): MatchRank {
  const [text, pattern] = isShortSearch(search)
    ? [sql`(' ' || beginnings || ' ')`, asPattern(` ${toWordPrefix(search)} `)]
    : [sql`search_key`, asPattern(search)];
  const number = idOfDigits(search);
  return {
    ids: namedIds(search, dialect),
    matches: (id) =>
      sql`(exists (select 1 from book_search where book_search.book_id = ${id} and ${text} like ${pattern} escape '\\')
        ${number === undefined ? sql`` : sql`or ${id} = ${number}`})`,
  };
}

function inAuthors(search: string, dialect: OpenedDialect): MatchRank {
  const authors = isShortSearch(search) ? prefixesOfAuthors(search) : dialect.authorsContaining(search);
  return {
    ids: sql`select books.id as id from books where books.author_id in (${authors})`,
    matches: (id) =>
      sql`exists (select 1 from ${dialect.narrowBooks} where books.id = ${id} and books.author_id in (${authors}))`,
  };
}

const inTexts = (searchText: string, dialect: OpenedDialect): MatchRank => ({
  ids: dialect.phrasesBeginning(searchText),
  matches: (id) =>
    sql`exists (select 1 from book_texts where book_texts.book_id = ${id}
      and ' ' || book_texts.words like ${asPattern(` ${searchText}`)} escape '\\')`,
});

const searchedIn = ({ search, everything }: BookSearch): string | undefined =>
  everything ? searchedText(search) : undefined;

/** Returns the match ranks of a search, best first. */
export function ranksOf(bookSearch: BookSearch, dialect: OpenedDialect): MatchRank[] {
  const ranks = [inNames(bookSearch.search, dialect), inAuthors(bookSearch.search, dialect)];
  const searchTexts = searchedIn(bookSearch);
  return searchTexts === undefined ? ranks : [...ranks, inTexts(searchTexts, dialect)];
}

/** Returns a query for the ids of all books that match a search in any text, each once. */
export function foundIds(bookSearch: BookSearch, dialect: OpenedDialect): RawBuilder<unknown> {
  const ranks = ranksOf(bookSearch, dialect);
  const conditions = ranks.map(({ ids }, index) => {
    if (index === 0) return sql`select id from (${ids}) as place0`;
    const name = `place${index}`;
    const id = sql.ref(`${name}.id`);
    const earlier = ranks.slice(0, index).map((rank) => sql`not ${rank.matches(id)}`);
    return sql`select ${id} as id from (${ids}) as ${sql.ref(name)} where ${sql.join(earlier, sql` and `)}`;
  });
  return sql.join(conditions, sql` union all `);
}

/** Computes the match rank of a book in code, from 0; undefined when it does not match. An empty search matches every name. */
export function rankIn(bookSearch: BookSearch, book: Searched): number | undefined {
  const { search } = bookSearch;
  if (search === '' || isFound(book.search_key, search) || book.id === searchedNumber(search)) return 0;
  if (isFound(book.author_key, search)) return 1;
  const searchTexts = searchedIn(bookSearch);
  return searchTexts !== undefined && isInText(book.text_words ?? '', searchTexts) ? 2 : undefined;
}
