import type { Transaction } from 'kysely';
import type { CustomField, CustomFieldType } from '#contract/custom-fields/custom-fields';
import {
  type CustomFilter,
  type CustomInput,
  type CustomValues,
  CustomValueError,
  customPrefix,
  filterKeyOf,
  formatStored,
  parseStored,
  presentStored,
  rangeTypes,
  readCustomValue,
  type StoredValues,
} from '#contract/custom-fields/custom-values';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import type { StoredChange } from '#server/core/audit-log/stored-change';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { fieldErrors } from '#server/core/errors';

/*
 * `books.custom_values` has the values of custom fields that people edit. `book_custom_values` has a row for each, so that queries can
 * select books by them.
 */

type CustomFields = readonly CustomField[];

/** Returns the stored text of a sent value, or its error. */
function readSent(field: CustomField, value: string | number | boolean): string | ErrorInfo {
  try {
    return readCustomValue(field, value);
  } catch (error) {
    if (error instanceof CustomValueError) return knownErrors.customFieldInvalid(field.label, error.message);
    throw error;
  }
}

/** Returns the stored values of a request by the ID of the field, and the errors of invalid ones. */
function readInput(customFields: CustomFields, input: CustomInput | undefined) {
  const values: Record<string, string> = {};
  const errors = new Map<string, ErrorInfo>();
  for (const [key, value] of Object.entries(input ?? {})) {
    if (value === null) continue;
    const field = customFields.find((customField) => customField.key === key);
    const storedText = field ? readSent(field, value) : knownErrors.customFieldUnknown(key);
    if (typeof storedText === 'object') errors.set(customPrefix + key, storedText);
    else if (field) values[field.id] = storedText;
  }
  return { values, errors };
}

/**
 * Returns the stored values of a book after a write. Absent keys are unchanged.
 * @param before undefined for a new book @throws AppError 422
 */
export function customValuesAfter(
  customFields: CustomFields,
  input: CustomInput | undefined,
  before: string | undefined,
): string {
  const { values: inputValues, errors } = readInput(customFields, input);
  const valuesBefore = parseStored(before ?? '');
  const values = { ...valuesBefore, ...inputValues };
  for (const { id, key, label, is_required } of customFields) {
    const hadValue = before === undefined || (valuesBefore[id] ?? '') !== '';
    const path = customPrefix + key;
    if (is_required && hadValue && (values[id] ?? '') === '' && !errors.has(path))
      errors.set(path, knownErrors.customFieldRequired(label));
  }
  if (errors.size > 0) throw fieldErrors(errors);
  return formatStored(values);
}

/** Returns the values that a bulk edit sets, as they are stored. Blank ones are removed from books. @throws AppError 422 */
export function bulkCustomValues(customFields: CustomFields, input: CustomInput): StoredValues {
  const { values, errors } = readInput(customFields, input);
  for (const { id, key, label, is_required } of customFields)
    if (is_required && values[id] === '')
      errors.set(customPrefix + key, knownErrors.customFieldRequired(label));
  if (errors.size > 0)
    throw fieldErrors(new Map([...errors].map(([path, error]) => [`changes.${path}`, error])));
  return values;
}

/** Returns earlier stored values without those of fields and choices that no longer exist. */
export function currentCustomValues(customFields: CustomFields, text: string): string {
  const values = parseStored(text);
  const present = presentStored(customFields, text);
  return formatStored(
    Object.fromEntries(
      customFields.flatMap(({ id, key }) => (key in present ? [[id, values[id] ?? ''] as const] : [])),
    ),
  );
}

/** Returns the values of a file that the fields accept. */
export const acceptedCustomValues = (customFields: CustomFields, input: CustomInput): CustomInput =>
  Object.fromEntries(
    Object.entries(input).filter(([key, value]) => {
      const field = customFields.find((customField) => customField.key === key);
      return field && value !== null && typeof readSent(field, value) === 'string';
    }),
  );

/** Returns the values of a file after edits. Required values can be blank. @throws AppError 422 */
export function editedCustomValues(
  customFields: CustomFields,
  before: CustomInput,
  input: CustomInput,
): CustomValues {
  const optionalFields = customFields.map((field) => ({ ...field, is_required: false }));
  const validText = customValuesAfter(optionalFields, acceptedCustomValues(customFields, before), '');
  return presentStored(customFields, customValuesAfter(optionalFields, input, validText));
}

/** Returns the changes of values for the audit log, with the keys of the fields. */
export function customChanges(
  customFields: CustomFields,
  before: string | undefined,
  after: string | undefined,
): StoredChange[] {
  if (before === after) return [];
  const old = presentStored(customFields, before ?? '');
  const next = presentStored(customFields, after ?? '');
  return customFields.flatMap(({ key }): StoredChange[] =>
    old[key] === next[key]
      ? []
      : [{ type: 'value', field: customPrefix + key, before: old[key] ?? null, after: next[key] ?? null }],
  );
}

const deleteOfBook = prepare((db, { id }: { id: number }) =>
  db.deleteFrom('book_custom_values').where('book_id', '=', id),
);

interface BookWithValues {
  readonly id: number;
  readonly custom_values: string;
}

/** Adds the values of a new or restored book to the table. */
export async function insertCustomValues(
  trx: Transaction<Schema>,
  customFields: CustomFields,
  { id, custom_values }: BookWithValues,
): Promise<void> {
  const values = parseStored(custom_values);
  const rows = customFields.flatMap((field) => {
    const value = values[field.id];
    return value === undefined
      ? []
      : [{ book_id: id, field_id: field.id, value: filterKeyOf(field.type, value) }];
  });
  if (rows.length > 0) await trx.insertInto('book_custom_values').values(rows).execute();
}

export const removeCustomValues = (trx: Transaction<Schema>, id: number): Promise<unknown> =>
  deleteOfBook(trx, { id });

/** A filter of the list of books: the field, and the first and last value as `filterKeyOf` returns them. */
export interface CustomCriterion {
  readonly field_id: number;
  readonly type: CustomFieldType;
  readonly from?: string;
  readonly to?: string;
}

/** Returns a filter by a value; undefined when no book can have it. */
function criterionOf(customFields: CustomFields, name: string, text: string): CustomCriterion | undefined {
  const [, key, bound] = /^(.*?)(?:\.(from|to))?$/s.exec(name) ?? [];
  const field = customFields.find((customField) => customField.key === key);
  if (!field || (bound !== undefined && !rangeTypes.includes(field.type))) return undefined;
  const storedText = readSent(field, text);
  if (typeof storedText === 'object') return undefined;
  const value = filterKeyOf(field.type, storedText);
  return {
    field_id: field.id,
    type: field.type,
    ...(bound !== 'to' && { from: value }),
    ...(bound !== 'from' && { to: value }),
  };
}

/** Returns two filters of a field as one, because a query for each would read all values before or after its bound. */
function bothCriteria(first: CustomCriterion, second: CustomCriterion): CustomCriterion {
  const from = [first.from, second.from]
    .filter((value) => value !== undefined)
    .toSorted()
    .at(-1);
  const to = [first.to, second.to]
    .filter((value) => value !== undefined)
    .toSorted()
    .at(0);
  return { ...first, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Returns the filters of a query, one for each field; undefined when no book can match one of them. */
export function customCriteria(
  customFields: CustomFields,
  filters: CustomFilter,
): CustomCriterion[] | undefined {
  const criteria = Object.entries(filters).map(([name, text]) => criterionOf(customFields, name, text));
  const byField = new Map<number, CustomCriterion>();
  for (const criterion of criteria) {
    if (!criterion) return undefined;
    const earlier = byField.get(criterion.field_id);
    byField.set(criterion.field_id, earlier ? bothCriteria(earlier, criterion) : criterion);
  }
  return [...byField.values()];
}

/** Returns true if a book with these stored values matches the filters. */
export function matchesCustom(criteria: readonly CustomCriterion[], custom_values: string): boolean {
  const values = parseStored(custom_values);
  return criteria.every(({ field_id, type, from, to }) => {
    const storedText = values[field_id];
    if (storedText === undefined) return false;
    const key = filterKeyOf(type, storedText);
    return (from === undefined || key >= from) && (to === undefined || key <= to);
  });
}
