import type { Book } from '#contract/books/books';
import { type ContributorRole, contributorRoleNames } from '#contract/contributors/contributors';

/** A contributor in the form of a book. */
export interface ContributorRow {
  /** Unique within the form. */
  readonly key: string;
  readonly name: string;
  readonly role: ContributorRole;
}

/** Returns the rows of all contributors except the first author, who has a field. */
export const toContributorRows = (book: Book | undefined): readonly ContributorRow[] =>
  (book?.contributors ?? [])
    .filter(({ id, role }) => role !== 'author' || id !== book?.author.id)
    .map(({ name, role }, index) => ({ key: String(index), name, role }));

/** Returns a new row with the role of the last one. Most books have several narrators. */
export function newContributorRow(rows: readonly ContributorRow[]): ContributorRow {
  const lastKey = Math.max(-1, ...rows.map(({ key }) => Number(key)));
  return { key: String(lastKey + 1), name: '', role: rows.at(-1)?.role ?? 'narrator' };
}

export const toRole = (text: string): ContributorRole =>
  contributorRoleNames.find((role) => role === text) ?? 'narrator';

/** Returns the contributors to send, if they differ from those of the book. Rows without a name are skipped. */
export function toContributorsPayload(rows: readonly ContributorRow[], book: Book | undefined) {
  const valuesOf = (list: readonly ContributorRow[]) =>
    list.map(({ name, role }) => ({ name: name.trim(), role })).filter(({ name }) => name !== '');
  const contributors = valuesOf(rows);
  const isSame = JSON.stringify(contributors) === JSON.stringify(valuesOf(toContributorRows(book)));
  return isSame ? {} : { contributors };
}
