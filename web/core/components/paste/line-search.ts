import { type Book, books } from '#contract/books/books';
import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';

/** Searches the entries that a line matches: one if it is unambiguous, several to choose from, or none. */
export type LineSearch<Entry> = (
  client: ApiClient,
  line: string,
  signal: AbortSignal,
) => Promise<readonly Entry[]>;

/** Returns the entries with a name equal to the line, ignoring case and accents; all entries if there is none. */
export function matchesOf<Entry>(
  line: string,
  entries: readonly Entry[],
  namesOf: (entry: Entry) => readonly string[],
): readonly Entry[] {
  const normalisedLine = foldText(line);
  const exact = entries.filter((entry) => namesOf(entry).some((name) => foldText(name) === normalisedLine));
  return exact.length > 0 ? exact : entries;
}

/** The number of search results that are compared with the line. */
const CANDIDATES_COMPARED = 50;

/** Searches books by code or name in all languages. */
export const searchBookLine: LineSearch<Book> = async (client, line, signal) => {
  const search = line.slice(0, limits.maxSearchLength);
  const query = { page: 1, items_per_page: CANDIDATES_COMPARED, search, with_chapters: 0 };
  const { items } = await createResourceReader(client, books).list(query, { signal });
  return matchesOf(line, items, ({ code, name }) => [code, name]);
};

export const codeOfBook = ({ code }: Book): string => code;
export const nameOfBook = ({ code, name, author }: Book): string => `${name}, ${author.name} (${code})`;
