import { type RawBuilder, sql } from 'kysely';
import type { Migration } from './migration.ts';

/*
 * Searches read the books of the words that contain the searched text. The index of trigrams reads the books of each three characters, which
 * are many more.
 *
 * `book_words` has the different words of search keys. Words that only numbers and codes need are left out: these are different for each book,
 * and only searches with digits match them. `book_beginnings` gets an entry for each of these words, `w` and the word, and an entry
 * for each of them with the next word, `p`, the word, a line break and the next word. Its tokens are what stands between two spaces.
 */

/** The characters of tokens in addition to letters, digits and characters outside ASCII. */
const TOKEN_CHARACTERS = Array.from({ length: 127 }, (_, index) => String.fromCharCode(index + 1))
  .filter((character) => /[^ a-z\d]/i.test(character))
  .join('');

const tokenizer = `ascii tokenchars '${TOKEN_CHARACTERS.replaceAll("'", "''")}'`.replaceAll('"', '""');

/** A JSON array of the words of a search key, with an empty text between two lines. */
const wordsOf = (key: RawBuilder<unknown>) =>
  sql`'[' || replace(json_quote(replace(${key}, char(10), '  ')), ' ', '","') || ']'`;

const isInIndex = sql`(value glob '*[^0-9][^0-9][^0-9]*' or value glob '*[^0-9][^0-9]')
  and not (value glob 'bk-[0-9]*' and value not glob 'bk-*[^0-9]*')`;

const entriesOf = (key: RawBuilder<unknown>) =>
  sql`(select coalesce(group_concat(' w' || value || coalesce(' p' || value || char(10) || nullif(words ->> (key + 1), ''), ''), ''), '')
    from (select ${wordsOf(key)} as words) cross join json_each(words) where ${isInIndex})`;

const newKey = sql`new.search_key`;
const addWords = sql`insert into book_words (word) select value from json_each(${wordsOf(newKey)})
  where ${isInIndex} on conflict do nothing`;
const addToIndexes = sql`
  ${addWords};
  insert into book_trigrams(rowid, search_key) values (new.book_id, ${newKey});
  insert into book_beginnings(rowid, beginnings) values (new.book_id, new.beginnings || ${entriesOf(newKey)});`;

const createIndexes: readonly RawBuilder<unknown>[] = [
  sql`create table book_words (id integer primary key, word text not null unique)`,
  sql`create virtual table book_word_trigrams using fts5(word, content='', contentless_delete=1, tokenize="trigram case_sensitive 1")`,
  sql`insert into book_word_trigrams(book_word_trigrams, rank) values ('usermerge', 4)`,
  sql`create trigger book_word_added after insert on book_words begin
        insert into book_word_trigrams(rowid, word) values (new.id, ' ' || new.word || ' ');
      end`,
  sql`drop trigger book_search_added`,
  sql`drop trigger book_search_changed`,
  sql`drop table book_beginnings`,
  sql`create virtual table book_beginnings using
      fts5(beginnings, content='', contentless_delete=1, detail=none, tokenize="${sql.raw(tokenizer)}")`,
  sql`insert into book_beginnings(book_beginnings, rank) values ('automerge', 16)`,
  sql`insert into book_beginnings(book_beginnings, rank) values ('crisismerge', 64)`,
  sql`insert into book_beginnings(book_beginnings, rank) values ('usermerge', 4)`,
  sql`insert into book_words (word) select value from book_search cross join json_each(${wordsOf(sql`search_key`)})
      where ${isInIndex} on conflict do nothing`,
  sql`insert into book_beginnings(rowid, beginnings)
      select book_id, beginnings || ${entriesOf(sql`search_key`)} from book_search`,
  sql`insert into book_beginnings(book_beginnings) values ('optimize')`,
  sql`insert into book_word_trigrams(book_word_trigrams) values ('optimize')`,
  sql`create trigger book_search_added after insert on book_search begin ${addToIndexes} end`,
  sql`create trigger book_search_changed after update of search_key on book_search when old.search_key <> new.search_key begin
        delete from book_trigrams where rowid = old.book_id;
        delete from book_beginnings where rowid = old.book_id;
        ${addToIndexes}
      end`,
];

export const bookWords: Migration = {
  name: '082-book-words',
  async up(db, engine) {
    if (engine !== 'sqlite') return;
    for (const statement of createIndexes) await statement.execute(db);
  },
};
