import { type Transaction, sql } from 'kysely';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { BookContributor, ContributorInput, ContributorRole } from '#contract/contributors/contributors';
import { joinNames, splitNames, uniqueNames } from '#contract/contributors/name-lists';
import { limits } from '#contract/core/limits';
import { knownErrors } from '#contract/core/errors';
import type { ListItem } from '#server/core/audit-log/list-change';
import { batches } from '#server/core/db/batches';
import { pick, prepare, prepareEach, prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { authorNamed, restoreAuthor } from './book-authors.ts';

/*
 * The first author of a book is `books.author_id`. The other contributors are rows of `book_contributors`. Their order is that of the
 * contributors after the first author.
 */

/** A person with a role on a book, other than its first author. */
export type Contributor = BookContributor;

/** Selects the contributors of books, except the first authors. */
export const contributorsByBooks = prepareForIds((db, ids) =>
  db
    .selectFrom('book_contributors')
    .innerJoin('authors', 'authors.id', 'book_contributors.contributor_id')
    .select(['book_id', 'contributor_id as id', 'authors.name', 'role'])
    .where('book_id', 'in', ids)
    .orderBy('book_id')
    .orderBy('position'),
);

const deleteOfBook = prepare((db, { id }: { id: number }) =>
  db.deleteFrom('book_contributors').where('book_id', '=', id),
);

const bookTotals = ['book_count', 'total_books'] as const;
type BookTotal = (typeof bookTotals)[number];

/** An update indexes every column that it sets, so unchanged ones are left out. */
const addToTotals = prepareEach(
  (db, values: { readonly id: number } & Record<BookTotal, number>, columns: readonly BookTotal[]) =>
    db
      .updateTable('authors')
      .set(Object.fromEntries(columns.map((column) => [column, sql`${sql.ref(column)} + ${values[column]}`])))
      .where('id', '=', values.id),
);

/** Returns the contributors of a book, except its first author. */
export async function contributorsOf(trx: Transaction<Schema>, bookId: number): Promise<Contributor[]> {
  const rows = await contributorsByBooks(trx, [bookId]);
  return rows.map(({ id, name, role }) => ({ id, name, role }));
}

export async function insertContributors(
  trx: Transaction<Schema>,
  bookId: number,
  contributors: readonly Contributor[],
): Promise<void> {
  const rows = contributors.map(({ id, role }, position) => ({
    book_id: bookId,
    position,
    contributor_id: id,
    role,
  }));
  for (const batch of batches(rows)) await trx.insertInto('book_contributors').values(batch).execute();
}

export async function removeContributors(trx: Transaction<Schema>, bookId: number): Promise<void> {
  await deleteOfBook(trx, { id: bookId });
}

const addToRole = prepare((db, count: Schema['contributor_counts']) =>
  db
    .insertInto('contributor_counts')
    .values(pick(count, ['contributor_id', 'role', 'book_count']))
    .onConflict((conflict) =>
      conflict
        .columns(['contributor_id', 'role'])
        .doUpdateSet({ book_count: sql`contributor_counts.book_count + excluded.book_count` }),
    ),
);

const removeEmptyRoles = prepareForIds((db, ids) =>
  db.deleteFrom('contributor_counts').where('contributor_id', 'in', ids).where('book_count', '=', 0),
);

/** The people of a book. */
export interface People {
  readonly author_id: number;
  readonly contributors: readonly Pick<Contributor, 'id' | 'role'>[];
}

interface PeopleChange {
  readonly before: People | undefined;
  readonly after: People | undefined;
}

const idsOf = (people: People | undefined): Set<number> =>
  new Set(people ? [people.author_id, ...people.contributors.map(({ id }) => id)] : []);

/** Returns the contributors without the first author and without repeated roles of a person. */
function withoutRepeats<Role extends Pick<Contributor, 'id' | 'role'>>(
  contributors: readonly Role[],
  authorId: number,
): Role[] {
  const keys = new Set([`author ${authorId}`]);
  return contributors.filter(({ id, role }) => {
    const key = `${role} ${id}`;
    return !keys.has(key) && keys.add(key);
  });
}

/** Returns the roles of people on a book, each once. A bulk edit can make the second author the first one. */
const rolesOf = (people: People | undefined): readonly Pick<Contributor, 'id' | 'role'>[] =>
  people
    ? [{ id: people.author_id, role: 'author' }, ...withoutRepeats(people.contributors, people.author_id)]
    : [];

/** Updates the numbers of books in each role. */
async function recountRoles(trx: Transaction<Schema>, changes: readonly PeopleChange[]): Promise<void> {
  const counts = new Map<string, Schema['contributor_counts']>();
  const count = (people: People | undefined, books: 1 | -1) => {
    for (const { id, role } of rolesOf(people)) {
      const key = `${role} ${id}`;
      const book_count = (counts.get(key)?.book_count ?? 0) + books;
      counts.set(key, { contributor_id: id, role, book_count });
    }
  };
  for (const { before, after } of changes) {
    count(before, -1);
    count(after, 1);
  }
  const changedCounts = [...counts.values()].filter(({ book_count }) => book_count !== 0);
  for (const changedCount of changedCounts) await addToRole(trx, changedCount);
  const decreases = changedCounts.filter(({ book_count }) => book_count < 0);
  await removeEmptyRoles(trx, [...new Set(decreases.map(({ contributor_id }) => contributor_id))]);
}

/**
 * Updates the numbers of books of people: as the first author, in any role and in each role. @returns the people who are no longer on the
 * book
 */
export async function recountPeople(
  trx: Transaction<Schema>,
  changes: readonly PeopleChange[],
): Promise<number[]> {
  await recountRoles(trx, changes);
  const totals = new Map<number, Record<BookTotal, number>>();
  const formerIds = new Set<number>();
  const add = (id: number, column: BookTotal, books: number) => {
    const total = totals.get(id) ?? { book_count: 0, total_books: 0 };
    totals.set(id, { ...total, [column]: total[column] + books });
  };
  for (const { before, after } of changes) {
    const [old, next] = [idsOf(before), idsOf(after)];
    if (before) add(before.author_id, 'book_count', -1);
    if (after) add(after.author_id, 'book_count', 1);
    for (const id of next) if (!old.has(id)) add(id, 'total_books', 1);
    for (const id of old) {
      if (next.has(id)) continue;
      add(id, 'total_books', -1);
      formerIds.add(id);
    }
  }
  for (const [id, total] of totals) {
    const columns = bookTotals.filter((column) => total[column] !== 0);
    if (columns.length > 0) await addToTotals(trx, columns, { id, ...total });
  }
  return [...formerIds];
}

const narratorsAmong = (contributors: readonly Contributor[]) =>
  contributors.filter(({ role }) => role === 'narrator');

const narratorIds = (contributors: readonly Contributor[]): string =>
  narratorsAmong(contributors)
    .map(({ id }) => id)
    .join();

/** Returns the existing or new people with these names in a role. */
async function peopleNamed(
  trx: Transaction<Schema>,
  people: readonly Pick<ContributorInput, 'name' | 'role' | 'sort_name'>[],
): Promise<Contributor[]> {
  const contributors: Contributor[] = [];
  for (const { name, role, sort_name } of people) {
    const id = await authorNamed(trx, name, { sort_name });
    contributors.push({ id, name: name.replace(/\s+/gu, ' ').trim(), role });
  }
  return contributors;
}

/** Returns the contributors with other narrators, at the position of the previous ones. */
async function withNarrators(
  trx: Transaction<Schema>,
  contributors: readonly Contributor[],
  text: string,
): Promise<Contributor[]> {
  const narrators = await peopleNamed(
    trx,
    splitNames(text).map((name) => ({ name, role: 'narrator' as const })),
  );
  const first = contributors.findIndex(({ role }) => role === 'narrator');
  const others = contributors.filter(({ role }) => role !== 'narrator');
  return others.toSpliced(first === -1 ? others.length : first, 0, ...narrators);
}

/** The fields of a request that set the people of a book. */
interface PeopleInput {
  readonly author?: { readonly name?: string | undefined } | undefined;
  readonly narrator?: string | undefined;
  readonly contributors?: readonly ContributorInput[] | undefined;
}

/** The people of a book before or after a write. */
export interface BookPeople {
  readonly author_id: number;
  readonly narrator: string;
  readonly contributors: readonly Contributor[];
}

/** Returns the narrators as text: as written or stored if these are the same people. @throws AppError 422 */
function narratorText(
  contributors: readonly Contributor[],
  before: BookPeople | undefined,
  writtenText = '',
): string {
  const names = narratorsAmong(contributors).map(({ name }) => name);
  const isWritten =
    splitNames(writtenText).map(contributorNameKey).join() === names.map(contributorNameKey).join();
  if (isWritten) return writtenText;
  if (before && narratorIds(before.contributors) === narratorIds(contributors)) return before.narrator;
  const text = joinNames(names);
  if (text.length > limits.maxNameLength) throw fieldError('contributors', knownErrors.tooManyNarrators);
  return text;
}

/**
 * Returns the people of a book after a write, and creates those who do not exist. Absent fields change nothing. `contributors` are all
 * people, so they also decide the narrators; `author` is first.
 * @param restored contributors of an earlier state, with `narrator` as their text if it was changed
 * @throws AppError 422
 */
export async function peopleAfter(
  trx: Transaction<Schema>,
  {
    input,
    before,
    restored,
    providerName,
  }: {
    readonly input: PeopleInput;
    readonly before: BookPeople | undefined;
    readonly restored?: readonly Contributor[] | undefined;
    readonly providerName: string;
  },
): Promise<BookPeople> {
  const firstAuthor = input.author?.name ?? input.contributors?.find(({ role }) => role === 'author')?.name;
  const author_id =
    before && firstAuthor === undefined
      ? before.author_id
      : await authorNamed(trx, firstAuthor?.trim() ? firstAuthor : providerName, {
          sort_name: input.contributors?.find(({ name }) => name === firstAuthor)?.sort_name,
        });
  if (restored) {
    const contributors = withoutRepeats(restored, author_id);
    return { author_id, contributors, narrator: input.narrator ?? narratorText(contributors, before) };
  }
  if (input.contributors) {
    const contributors = withoutRepeats(await peopleNamed(trx, input.contributors), author_id);
    return { author_id, contributors, narrator: narratorText(contributors, before, input.narrator) };
  }
  const contributors = before ? withoutRepeats(before.contributors, before.author_id) : [];
  const narrator = input.narrator ?? before?.narrator ?? '';
  if (narrator === (before?.narrator ?? ''))
    return { author_id, narrator, contributors: withoutRepeats(contributors, author_id) };
  return {
    author_id,
    narrator,
    contributors: withoutRepeats(await withNarrators(trx, contributors, narrator), author_id),
  };
}

/** Returns true for names that are equal except for case and spaces. */
const isSameName = (a: string, b: string): boolean => contributorNameKey(a) === contributorNameKey(b);

/** Returns a text of narrators with another name; undefined without the name, and if the text would be too long. */
function renamedNarrators(narrator: string, before: string, after: string): string | undefined {
  if (isSameName(narrator, before)) return after;
  const names = splitNames(narrator);
  if (!names.some((name) => isSameName(name, before))) return undefined;
  const text = joinNames(uniqueNames(names.map((name) => (isSameName(name, before) ? after : name))));
  return text.length > limits.maxNameLength ? undefined : text;
}

/**
 * Returns the people of a book with one contributor in all roles of another, at the same positions. Repeated roles are removed. Returns the
 * same object without the contributor.
 */
export function replaceContributor<Before extends BookPeople>(
  people: Before,
  from: Pick<Contributor, 'id' | 'name'>,
  into: Pick<Contributor, 'id' | 'name'>,
): Before | BookPeople {
  const { author_id, contributors, narrator } = people;
  if (author_id !== from.id && !contributors.some(({ id }) => id === from.id)) return people;
  const newAuthorId = author_id === from.id ? into.id : author_id;
  const isNarrator = contributors.some(({ id, role }) => id === from.id && role === 'narrator');
  return {
    author_id: newAuthorId,
    narrator: (isNarrator ? renamedNarrators(narrator, from.name, into.name) : undefined) ?? narrator,
    contributors: withoutRepeats(
      contributors.map((contributor) =>
        contributor.id === from.id ? { ...contributor, id: into.id, name: into.name } : contributor,
      ),
      newAuthorId,
    ),
  };
}

/** Returns true if a write may change the people of a book. Other writes do not read them. */
export const touchesPeople = ({ author, narrator, contributors }: PeopleInput): boolean =>
  author?.name !== undefined || narrator !== undefined || contributors !== undefined;

/** Returns the people with these contributors of a deleted book. A deleted person is created again. */
export async function restoreContributors(
  trx: Transaction<Schema>,
  contributors: readonly Contributor[],
  authorId = 0,
): Promise<Contributor[]> {
  const people: Contributor[] = [];
  for (const { id, name, role } of contributors)
    people.push({ id: await restoreAuthor(trx, id, name), name, role });
  return withoutRepeats(people, authorId);
}

/** Returns the narrators of a book that was deleted before contributors were stored. */
export const narratorsOf = (trx: Transaction<Schema>, text: string): Promise<Contributor[]> =>
  withNarrators(trx, [], text);

/** Returns the contributors for the audit log. */
export const contributorsForAuditLog = (contributors: readonly Contributor[]): ListItem[] =>
  contributors.map(({ id, name, role }) => ({ key: `${role}:${id}`, name, details: { name, role } }));

/** Returns the contributors of a list from the audit log. */
export const contributorsInAuditLog = (items: readonly ListItem[]): Contributor[] =>
  items.map(({ key, name }) => {
    const [role = '', id = ''] = key.split(':');
    return { id: Number(id), name, role: role as ContributorRole };
  });

/** Number of books whose narrators are updated together. */
const RENAMED_AT_ONCE = 500;

/** Updates the narrators as text after a person was renamed. A text that would be too long is not changed. */
export async function renameInNarrators(
  trx: Transaction<Schema>,
  { id, before, after }: { readonly id: number; readonly before: string; readonly after: string },
): Promise<void> {
  for (let last = 0; ; ) {
    const books = await trx
      .selectFrom('book_contributors')
      .innerJoin('books', 'books.id', 'book_id')
      .select(['books.id', 'narrator'])
      .where('contributor_id', '=', id)
      .where('role', '=', 'narrator')
      .where('book_id', '>', last)
      .orderBy('book_id')
      .limit(RENAMED_AT_ONCE)
      .execute();
    for (const [narrator, group] of Map.groupBy(books, (book) => book.narrator)) {
      const text = renamedNarrators(narrator, before, after);
      if (text === undefined) continue;
      await trx
        .updateTable('books')
        .set({ narrator: text })
        .where(
          'id',
          'in',
          group.map((book) => book.id),
        )
        .execute();
    }
    if (books.length < RENAMED_AT_ONCE) return;
    last = books.at(-1)?.id ?? 0;
  }
}
