import type { Book } from '#contract/books/books';
import {
  type ContributorInFile,
  type ContributorRole,
  contributorRoleNames,
} from '#contract/contributors/contributors';

/** A contributor in the form of a book. */
export interface ContributorRow {
  /** Unique within the form. */
  readonly key: string;
  readonly name: string;
  readonly role: ContributorRole;
}

/** Returns the rows of all contributors except the first author, who has a field. */
export const toContributorRows = (
  contributors: readonly ContributorInFile[] = [],
  author = '',
): readonly ContributorRow[] =>
  contributors
    .filter(({ name, role }) => role !== 'author' || name !== author)
    .map(({ name, role }, index) => ({ key: String(index), name, role }));

/** Returns a new row with the role of the last one. Most books have several narrators. */
export function newContributorRow(rows: readonly ContributorRow[]): ContributorRow {
  const lastKey = Math.max(-1, ...rows.map(({ key }) => Number(key)));
  return { key: String(lastKey + 1), name: '', role: rows.at(-1)?.role ?? 'narrator' };
}

export const toRole = (text: string): ContributorRole =>
  contributorRoleNames.find((role) => role === text) ?? 'narrator';

/** Returns the contributors to send. Rows without a name are skipped. */
export const contributorsPayload = (rows: readonly ContributorRow[]) =>
  rows
    .map(({ name, role }) => ({ id: undefined, name: name.trim(), role }))
    .filter(({ name }) => name !== '');

/** Returns the contributors to send, if they differ from those of the book. */
export function toContributorsPayload(rows: readonly ContributorRow[], book: Book | undefined) {
  const contributors = contributorsPayload(rows);
  const storedRows = toContributorRows(book?.contributors, book?.author.name);
  const isSame = JSON.stringify(contributors) === JSON.stringify(contributorsPayload(storedRows));
  return isSame ? {} : { contributors };
}
