import type { Kysely } from 'kysely';
import type { Scalar, StoredChange } from '#server/core/audit-log/stored-change';
import type { Schema } from '#server/core/db/schema';
import { schemeNames } from './book-subjects.ts';

const subjectFields = new Set(['subjects', 'default_subjects']);

/** Returns the text of subjects; blank for other values. */
const textOf = (value: Scalar): string => (typeof value === 'string' ? value : '');

/** Returns changes with the current names of subject schemes. */
export async function withCurrentSchemes(
  db: Kysely<Schema>,
  changes: readonly StoredChange[],
): Promise<StoredChange[]> {
  const texts = changes.flatMap((change) =>
    change.type === 'value' && subjectFields.has(change.field)
      ? [textOf(change.before), textOf(change.after)]
      : [],
  );
  const names = await schemeNames(db, texts);
  const current = (value: Scalar): Scalar => (textOf(value) === '' ? value : names.current(textOf(value)));
  return changes.map((change) =>
    change.type === 'value' && subjectFields.has(change.field)
      ? { ...change, before: current(change.before), after: current(change.after) }
      : change,
  );
}
