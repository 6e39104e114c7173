import { type RawBuilder, sql } from 'kysely';

/*
 * Searches in names read `book_beginnings`. It has an entry for each word of a book, and for each word with the next one (migration 082).
 * `book_words` has all words, so the words that contain a search are known before any book is read.
 */

/** Searches that more words contain read the index of trigrams, which then takes less time. */
const MAX_WORDS = 32;
/** A full-text query without results. */
const NOTHING = sql.lit('""');
/** The minimum number of characters that the index of words compares. */
const MIN_LENGTH = 3;

/** Returns a phrase of a full-text query. */
export const asPhrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const trigrams = (query: RawBuilder<unknown> | string) =>
  sql`select rowid as id from book_trigrams where book_trigrams match ${query}`;

/** Returns true for words with entries. Numbers and codes of books have none. */
const hasEntries = (word: string): boolean =>
  (/[^0-9]{3}/u.test(word) || /[^0-9]{2}$/u.test(word)) && !/^bk-[0-9]+$/.test(word);

/**
 * Returns the text that the words of all matches contain. In the index, a space is on both sides of a word: the first word of
 * several is the end of a word. Undefined if words without entries can contain it.
 */
function commonTextOf([first = '', ...others]: readonly string[]): string | undefined {
  const commonText = others.length === 0 ? first : `${first} `;
  const isOutside = /[0-9]/.test(first) || first === 'bk-' || Array.from(commonText).length < MIN_LENGTH;
  return isOutside ? undefined : commonText;
}

/** Returns the queries for each word of a search with its next word, apart from the first word. The last word is a prefix. */
const laterPairs = (words: readonly string[]): string[] =>
  words.slice(1, -1).flatMap((word, index) => {
    const query = asPhrase(`p${word}\n${words[index + 2]}`);
    return hasEntries(word) ? [index + 3 === words.length ? `${query} *` : query] : [];
  });

/** Returns an expression for the full-text query of the words in `word`, before which and after which entries have these texts. */
function queryOf(words: readonly string[]): RawBuilder<unknown> {
  const [, second] = words;
  const [before, after] = second === undefined ? ['w', ''] : ['p', `\n${second}`];
  const end = words.length === 2 ? '" *' : '"';
  const alternatives = sql`group_concat(${`"${before}`} || replace(word, '"', '""')
    || ${after.replaceAll('"', '""') + end}, ' OR ')`;
  const later = laterPairs(words);
  return later.length === 0 ? alternatives : sql`'(' || ${alternatives} || ${[')', ...later].join(' AND ')}`;
}

/** Returns a query for the ids of the books whose search key contains the folded text. @param foldedText at least three characters */
export function idsContaining(foldedText: string): RawBuilder<unknown> {
  const words = foldedText.split(' ');
  const commonText = commonTextOf(words);
  if (commonText === undefined) return trigrams(asPhrase(foldedText));
  const matches = sql`(select rowid as word_id from book_word_trigrams
    where book_word_trigrams match ${asPhrase(commonText)} limit ${sql.lit(MAX_WORDS + 1)})`;
  const fewWords = sql`(select case when count(*) between 1 and ${sql.lit(MAX_WORDS)} then ${queryOf(words)} else ${NOTHING} end
    from ${matches} cross join book_words where book_words.id = word_id)`;
  const manyWords = sql`(select case when count(*) > ${sql.lit(MAX_WORDS)} then ${asPhrase(foldedText)} else ${NOTHING} end
    from ${matches})`;
  // Three words can be in two pairs that are not next to each other.
  const isInKey = sql`and exists (select 1 from book_search
    where book_id = book_beginnings.rowid and instr(search_key, ${foldedText}) > 0)`;
  return sql`select rowid as id from book_beginnings
      where book_beginnings match ${fewWords} ${words.length > 2 ? isInKey : sql``}
    union all ${trigrams(manyWords)}`;
}
