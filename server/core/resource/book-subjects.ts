import type { Kysely, Transaction } from 'kysely';
import {
  formatSubjects,
  joinSubjects,
  parseSubjects,
  type Subject,
  subjectKey,
} from '#contract/books/book-subjects';
import { knownErrors } from '#contract/core/errors';
import { prepare, prepareForList } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';

/*
 * `books.subjects` is the text that people edit. `book_subjects` has a row for each subject, so that queries can select books by them. Both
 * contain the original names of schemes. A rename changes neither them nor the audit log, releases and the trash. Responses have the current
 * names. Requests can have any name of a scheme.
 */

const allNames = prepare((db) =>
  db
    .selectFrom('subject_scheme_names')
    .innerJoin('subject_schemes', 'subject_schemes.id', 'scheme_id')
    .select(['subject_scheme_names.name_key', 'name', 'original_name', 'is_listed_only']),
);

interface Scheme {
  readonly name: string;
  readonly original_name: string;
  readonly is_listed_only: number;
}
type FindScheme = (name: string) => Scheme | undefined;

/** Returns a function that finds a scheme by its current name or an earlier one. */
async function schemeFinder(db: Kysely<Schema>): Promise<FindScheme> {
  const schemes = new Map((await allNames(db, {})).map((row) => [row.name_key, row]));
  return (name) => schemes.get(name.toLowerCase());
}

/** Returns the subjects of a text with the current or original names of their schemes. Unknown schemes stay. */
const subjectsWith = (find: FindScheme, name: 'name' | 'original_name', text: string): Subject[] =>
  parseSubjects(text).map((subject) => ({
    ...subject,
    scheme: find(subject.scheme)?.[name] ?? subject.scheme,
  }));

/** Returns functions that give texts the current or the original names of their schemes. Without texts, nothing is read. */
export async function schemeNames(db: Kysely<Schema>, texts: readonly string[]) {
  const find: FindScheme = texts.some((text) => text !== '') ? await schemeFinder(db) : () => undefined;
  const textWith = (name: 'name' | 'original_name') => (text: string) =>
    formatSubjects(subjectsWith(find, name, text));
  return { current: textWith('name'), original: textWith('original_name') };
}

/** Returns categories or sub-categories whose default subjects have the current names of schemes. */
export async function withCurrentDefaults<Row extends { readonly default_subjects: string }>(
  db: Kysely<Schema>,
  rows: readonly Row[],
): Promise<Row[]> {
  const names = await schemeNames(
    db,
    rows.map(({ default_subjects }) => default_subjects),
  );
  return rows.map((row) => ({ ...row, default_subjects: names.current(row.default_subjects) }));
}

/** Returns the key of the first subject in a text, such as “Thema:FBA”. */
export const keyOfText = async (db: Kysely<Schema>, text: string): Promise<string> =>
  subjectsWith(await schemeFinder(db), 'original_name', text).map(subjectKey)[0] ?? '';

/** Returns true if the subjects of a book include this one. */
export const hasSubject = (subjects: string, key: string): boolean =>
  parseSubjects(subjects).some((subject) => subjectKey(subject) === key);

/** The labels of codes by `subjectKey`. */
const codesByKeys = prepareForList((db, keys: string[]) =>
  db.selectFrom('subject_codes').select(['subject_key', 'label']).where('subject_key', 'in', keys),
);

const deleteOfBook = prepare((db, { id }: { id: number }) =>
  db.deleteFrom('book_subjects').where('book_id', '=', id),
);

/** Returns the labels of the lists for these subjects, by `subjectKey`. Codes that are not in a list are absent. */
async function listedLabels(
  db: Kysely<Schema>,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(subjects.map(subjectKey))];
  const rows = await codesByKeys(db, keys);
  return new Map(rows.map(({ subject_key, label }) => [subject_key, label]));
}

/** Returns the subjects of books with their labels, by their stored texts. */
export async function labelledSubjects(
  db: Kysely<Schema>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Subject[]>> {
  const parsedTexts = [...new Set(texts)]
    .filter((text) => text !== '')
    .map((text) => [text, parseSubjects(text)] as const);
  if (parsedTexts.length === 0) return new Map();
  const labels = await listedLabels(
    db,
    parsedTexts.flatMap(([, subjects]) => subjects),
  );
  const find = await schemeFinder(db);
  const present = (subject: Subject): Subject => {
    const label = subject.label ?? labels.get(subjectKey(subject));
    const scheme = find(subject.scheme)?.name ?? subject.scheme;
    return { scheme, code: subject.code, ...(label !== undefined && label !== '' && { label }) };
  };
  return new Map(parsedTexts.map(([text, subjects]) => [text, subjects.map(present)]));
}

/**
 * Returns the subjects of a request as they are stored: with the original names of the schemes, and without labels that the lists have.
 * @throws AppError 422 for an unknown scheme, and for a code that the list of its scheme must have
 */
export async function checkedSubjects(
  db: Kysely<Schema>,
  text: string,
  field:
    | 'subjects'
    | 'default_subjects'
    | 'changes.add_subjects'
    | 'publication_record.subjects' = 'subjects',
): Promise<string> {
  if (text === '') return '';
  const find = await schemeFinder(db);
  // Subjects with different names of a scheme can be equal.
  const groups = Map.groupBy(subjectsWith(find, 'original_name', text), subjectKey);
  const subjects = [...groups.values()].flatMap(([first]) => first ?? []);
  const labels = await listedLabels(db, subjects);
  return formatSubjects(
    subjects.map(({ scheme: name, code, label }) => {
      const scheme = find(name);
      if (!scheme) throw fieldError(field, knownErrors.subjectSchemeUnknown(name));
      const listedLabel = labels.get(subjectKey({ scheme: name, code }));
      if (scheme.is_listed_only === 1 && listedLabel === undefined)
        throw fieldError(field, knownErrors.subjectNotListed(scheme.name, code));
      return { scheme: name, code, ...(label !== undefined && label !== listedLabel && { label }) };
    }),
  );
}

/** Returns the subjects of a file whose schemes exist and accept their codes, with the original names of the schemes. */
export async function acceptedSubjects(db: Kysely<Schema>, text: string): Promise<string> {
  if (text === '') return '';
  const find = await schemeFinder(db);
  const subjects = subjectsWith(find, 'original_name', text);
  const labels = await listedLabels(db, subjects);
  return formatSubjects(
    subjects.filter((subject) => {
      const scheme = find(subject.scheme);
      return scheme && (scheme.is_listed_only === 0 || labels.has(subjectKey(subject)));
    }),
  );
}

const subjectsOfCategory = prepare((db, { id }: { id: number }) =>
  db.selectFrom('categories').select('default_subjects').where('id', '=', id),
);

const subjectsOfSubCategory = prepare((db, { id }: { id: number }) =>
  db.selectFrom('sub_categories').select('default_subjects').where('id', '=', id),
);

interface Placement {
  readonly category_id: number | null;
  readonly sub_category_id: number | null;
}

/** Returns the default subjects of a category, then those of a sub-category, without subjects that no longer exist. */
export async function defaultSubjects(
  trx: Transaction<Schema>,
  { category_id, sub_category_id }: Placement,
): Promise<string> {
  const [category] = category_id === null ? [] : await subjectsOfCategory(trx, { id: category_id });
  const [subCategory] =
    sub_category_id === null ? [] : await subjectsOfSubCategory(trx, { id: sub_category_id });
  const text = joinSubjects(category?.default_subjects ?? '', subCategory?.default_subjects ?? '');
  return text === '' ? '' : acceptedSubjects(trx, text);
}

interface BookWithSubjects {
  readonly id: number;
  readonly subjects: string;
}

/** Adds the subjects of a new or restored book to the table. */
export async function insertSubjects(
  trx: Transaction<Schema>,
  { id, subjects }: BookWithSubjects,
): Promise<void> {
  const rows = parseSubjects(subjects).map((subject, position) => ({
    book_id: id,
    position,
    subject_key: subjectKey(subject),
  }));
  if (rows.length > 0) await trx.insertInto('book_subjects').values(rows).execute();
}

export const removeSubjects = (trx: Transaction<Schema>, id: number): Promise<unknown> =>
  deleteOfBook(trx, { id });
