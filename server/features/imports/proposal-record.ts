import type { Kysely } from 'kysely';
import { bookDetails, type DetailInput, recordNames } from '#contract/books/book-details';
import type { Subject } from '#contract/books/book-subjects';
import { knownErrors } from '#contract/core/errors';
import type { ImportProposal } from '#contract/imports/import-proposal';
import type { ImportUpdate } from '#contract/imports/imports';
import type { Schema } from '#server/core/db/schema';
import { fieldError } from '#server/core/errors';
import { acceptedSubjects, checkedSubjects, labelledSubjects } from '#server/core/resource/book-subjects';
import { toApi } from '#server/core/resource/columns';

/** Returns the subjects of a record that a book can have, with their labels. */
export async function subjectsOf(
  db: Kysely<Schema>,
  { subjects = '' }: DetailInput = {},
): Promise<readonly Subject[]> {
  const text = await acceptedSubjects(db, subjects);
  return (await labelledSubjects(db, [text])).get(text) ?? [];
}

/** Returns the record of a proposal as response fields. Subjects that no book can have are left out. */
export async function presentedRecord(
  db: Kysely<Schema>,
  record: DetailInput = {},
): Promise<ImportProposal['publication_record']> {
  const subjects = await subjectsOf(db, record);
  const values = recordNames.flatMap((name) =>
    name === 'subjects' || record[name] === undefined
      ? []
      : [[name, toApi(bookDetails[name].column, record[name])]],
  );
  return { ...Object.fromEntries(values), ...(subjects.length > 0 && { subjects: [...subjects] }) };
}

/** Returns the record of a proposal after the edits of a user. @throws AppError 422 */
export async function editedRecord(
  db: Kysely<Schema>,
  before: DetailInput = {},
  input: NonNullable<ImportUpdate['publication_record']>,
): Promise<DetailInput> {
  const { subjects, ...others } = input;
  const sentFields = Object.entries(others).filter(([, value]) => value !== undefined);
  const values: DetailInput = {
    ...before,
    ...Object.fromEntries(sentFields),
    ...(subjects !== undefined && {
      subjects: await checkedSubjects(db, subjects, 'publication_record.subjects'),
    }),
  };
  const { age_from = 0, age_to = 0 } = values;
  if (age_to > 0 && age_to < age_from)
    throw fieldError('publication_record.age_to', knownErrors.ageToBelowFrom);
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== '' && value !== 0),
  );
}
