import { languageLabel, languageShortCode } from '#contract/core/languages';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { toMinutes } from '#web/core/lib/durations.ts';

export interface ReportRow {
  readonly label: string;
  readonly value: number;
  /** The address of the list of counted records, if there is one. */
  readonly to?: string | undefined;
}
/** `value` is in whole minutes. */
export type LanguageRow = ReportRow;
/** `value` is the number of books. */
export type AuthorRow = ReportRow;

export interface LongestRow {
  readonly name: string;
  readonly author: string;
  readonly minutes: number;
  readonly category: string | undefined;
  readonly to: string;
}

const shownAuthors = 10;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const rowsOf = (data: unknown): Record<string, unknown>[] => {
  const list: unknown = Array.isArray(data) ? data : recordOf(data)['items'];
  return Array.isArray(list) ? list.map(recordOf) : [];
};

const isKnown = (language: unknown): boolean => languageShortCode(Number(language)) !== undefined;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const numberOf = (value: unknown): number => {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
};

export function toLongest(data: unknown): LongestRow | null {
  const { name, author, reading_time, category } = recordOf(data);
  const title = textOf(name);
  if (title === undefined) return null;
  return {
    name: title,
    author: textOf(recordOf(author)['name']) ?? '',
    minutes: toMinutes(numberOf(reading_time)),
    category: textOf(recordOf(category)['name']),
    to: booksAddress({ search: title, language: '' }),
  };
}

export function toLanguages(data: unknown): LanguageRow[] {
  return rowsOf(data).map(({ language, average_reading_time }) => ({
    label: languageLabel(language as number),
    value: toMinutes(numberOf(average_reading_time)),
    to: isKnown(language) ? booksAddress({ language: Number(language) }) : undefined,
  }));
}

export function toAuthors(data: unknown): AuthorRow[] {
  return rowsOf(data)
    .map(({ author, book_count }) => {
      const name = textOf(recordOf(author)['name']);
      return {
        label: name ?? '',
        value: numberOf(book_count),
        to: name === undefined ? undefined : booksAddress({ author: name, language: '' }),
      };
    })
    .toSorted((a, b) => b.value - a.value)
    .slice(0, shownAuthors);
}
