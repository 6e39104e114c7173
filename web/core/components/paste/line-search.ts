import { type Book, books } from '#contract/books/books';
import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';

/** The entries that a line matches: one that is certain, several to choose from, or none. */
export type LineSearch<Entry> = (
  client: ApiClient,
  line: string,
  signal: AbortSignal,
) => Promise<readonly Entry[]>;

/** Those that the line names to the letter, else all that were found. */
export function matchesOf<Entry>(
  line: string,
  entries: readonly Entry[],
  namesOf: (entry: Entry) => readonly string[],
): readonly Entry[] {
  const folded = foldText(line);
  const exact = entries.filter((entry) => namesOf(entry).some((name) => foldText(name) === folded));
  return exact.length > 0 ? exact : entries;
}

/** Among so many hits the one that is meant is looked for. */
const CANDIDATES_COMPARED = 50;

/** Books by their code or name, of whatever language. */
export const searchBookLine: LineSearch<Book> = async (client, line, signal) => {
  const search = line.slice(0, limits.maxSearchLength);
  const query = { page: 1, items_per_page: CANDIDATES_COMPARED, search, with_chapters: 0 };
  const { items } = await createResourceReader(client, books).list(query, { signal });
  return matchesOf(line, items, ({ code, name }) => [code, name]);
};

export const codeOfBook = ({ code }: Book): string => code;
export const nameOfBook = ({ code, name, author }: Book): string => `${name}, ${author.name} (${code})`;
