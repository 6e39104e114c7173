import { books } from '#contract/books/books';
import type { challenges } from '#contract/challenges/challenges';
import type { collections } from '#contract/collections/collections';
import type { series } from '#contract/series/series';
import { languageLabel } from '#contract/core/languages';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import type { SearchRecords } from './record-picker.tsx';

const MAX_OPTIONS = 20;

/** Returns the query of a search for a picker. */
export const pickerQuery = (search: string) => ({
  page: 1,
  items_per_page: MAX_OPTIONS,
  ...(search !== '' && { search }),
});

/** Returns a search of records with a title, whose values are IDs. */
export const searchRecords =
  (declaration: typeof collections | typeof challenges | typeof series): SearchRecords =>
  async (client, text, signal) => {
    const { items } = await createResourceReader(client, declaration).list(pickerQuery(text), { signal });
    return items.map(({ id, title }) => ({ value: String(id), label: title }));
  };

/** Searches books of all languages, whose values are codes. The details are narrator and language. */
export const searchBooks: SearchRecords = async (client, text, signal) => {
  const query = { ...pickerQuery(text), with_chapters: 0 };
  const { items } = await createResourceReader(client, books).list(query, { signal });
  return items.map(({ code, name, narrator = '', language }) => ({
    value: code,
    label: `${name} (${code})`,
    details: [narrator, languageLabel(language)].filter((detail) => detail !== '').join(' · '),
  }));
};
