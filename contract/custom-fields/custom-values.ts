import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { valueMessages } from '#contract/core/messages';
import { documentedAs, withKeywords } from '#contract/core/schema-notes';
import { foldText } from '#contract/core/slug';
import { type CustomField, type CustomFieldType, customFieldLimits } from './custom-fields.ts';

/* The values of custom fields: in requests, in responses, as stored, and as compared by filters. */

/** A value in a response. */
export const customValue = z.union([z.string(), z.number(), z.boolean()]);
export type CustomValue = z.infer<typeof customValue>;
export type CustomValues = Readonly<Record<string, CustomValue>>;

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const MAX_KEY_LENGTH = 120;
const anyValue = z.union([z.string(), z.number(), z.boolean()], valueMessages.mustBeSimple).nullable();

/** The values of a book in a request by key. The server checks them by the definitions of the fields. */
export const customInput = documentedAs(
  z.preprocess((value) => {
    if (value === null || isBlank(value)) return undefined;
    return fields.parseJson(value);
  }, z.record(z.string().max(MAX_KEY_LENGTH), anyValue, valueMessages.mustBeObject).optional()),
  z.record(z.string(), customValue),
).describe(
  'The values of custom fields by key, as `GET /custom-fields` lists them. As a form field, also JSON text. Absent keys stay unchanged. An empty text removes a value. Unknown keys fail with 422.',
);
export type CustomInput = NonNullable<z.output<typeof customInput>>;

/** The values of a book in a response. */
export const customItem = z
  .record(z.string(), customValue)
  .optional()
  .describe(
    'The values of custom fields by key: texts, numbers, and `true` or `false`. A choice is its name. Absent if there are none.',
  );

/** An invalid value with its message. */
export class CustomValueError extends Error {
  override readonly name = 'CustomValueError';
}

const longText = fields.text(customFieldLimits.maxTextLength);
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns a choice by its name, without regard to case and accents. */
export const choiceNamed = ({ choices }: Pick<CustomField, 'choices'>, name: string) =>
  choices.find((choice) => choice.name === name) ??
  choices.find((choice) => foldText(choice.name) === foldText(name));

function readNumber(text: string): string {
  const number = Number(text);
  if (!decimal.test(text) || !Number.isFinite(number)) throw new CustomValueError(valueMessages.mustBeNumber);
  return String(number === 0 ? 0 : number);
}

/** Returns the stored text of a valid value that is not blank. @throws CustomValueError */
function readValue(field: Pick<CustomField, 'type' | 'choices'>, value: string | number | boolean): string {
  if (field.type === 'yes_no') {
    const isYes = fields.optionalBoolean.parse(typeof value === 'string' ? value.toLowerCase() : value);
    if (isYes === undefined) throw new CustomValueError(valueMessages.mustBeYesOrNo);
    return isYes ? '1' : '0';
  }
  const { data: text, error } = longText.safeParse(String(value));
  if (text === undefined)
    throw new CustomValueError(
      error?.issues[0]?.message ?? valueMessages.tooLong(customFieldLimits.maxTextLength),
    );
  switch (field.type) {
    case 'number':
      return readNumber(text);
    case 'date':
      if (!z.iso.date().safeParse(text).success) throw new CustomValueError(valueMessages.mustBeDate);
      return text;
    case 'link':
      if (!fields.isLink(text)) throw new CustomValueError(valueMessages.mustBeLink);
      return text;
    case 'choice': {
      const choice = choiceNamed(field, text);
      if (!choice)
        throw new CustomValueError(valueMessages.mustBeOneOf(field.choices.map(({ name }) => name)));
      return String(choice.id);
    }
    default:
      return text;
  }
}

/** Returns the stored text of a value; blank if the value is. @throws CustomValueError */
export const readCustomValue = (
  field: Pick<CustomField, 'type' | 'choices'>,
  value: string | number | boolean,
): string => (isBlank(value) ? '' : readValue(field, typeof value === 'string' ? value.trim() : value));

/** The stored values of a book by the ID of the field. */
export type StoredValues = Readonly<Record<string, string>>;

/** Returns the values of a stored text. */
export const parseStored = (text: string): StoredValues =>
  text === '' ? {} : (JSON.parse(text) as StoredValues);

/** Returns the text that is stored in a book; blank without values. Equal values have equal texts, because the IDs are in order. */
export function formatStored(values: StoredValues): string {
  const entries = Object.entries(values).filter(([, value]) => value !== '');
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

/** Returns a stored value as in responses; undefined for a choice that no longer exists. */
function presentValue({ type, choices }: CustomField, storedText: string): CustomValue | undefined {
  if (type === 'number') return Number(storedText);
  if (type === 'yes_no') return storedText === '1';
  return type === 'choice' ? choices.find(({ id }) => String(id) === storedText)?.name : storedText;
}

/** Returns the values of a book as in responses, in the order of the fields. Values of deleted fields are left out. */
export function presentStored(customFields: readonly CustomField[], text: string): CustomValues {
  const values = parseStored(text);
  const present: Record<string, CustomValue> = {};
  for (const field of customFields) {
    const storedText = values[field.id];
    const value = storedText === undefined ? undefined : presentValue(field, storedText);
    if (value !== undefined) present[field.key] = value;
  }
  return present;
}

/** The length of a text as filters compare it. A longer one would not fit into an index. */
const KEY_LENGTH = 200;

/** Returns a number as text that sorts as the number does. */
function sortableNumber(number: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  const bits = view.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  return (isNegative ? ~bits & 0xffff_ffff_ffff_ffffn : bits | (1n << 63n)).toString(16).padStart(16, '0');
}

/** Returns the text by which filters compare a stored value. Texts of numbers and dates sort as these do. */
export function filterKeyOf(type: CustomFieldType, storedText: string): string {
  if (type === 'number') return sortableNumber(Number(storedText));
  return type === 'text' || type === 'link'
    ? foldText(storedText).slice(0, KEY_LENGTH).toWellFormed()
    : storedText;
}

/** Returns the text of a value in forms, cells and filters. */
export const customText = (value: CustomValue | undefined): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined ? '' : String(value);
};

/** The types that filters compare by the first and last value. */
export const rangeTypes: readonly CustomFieldType[] = ['number', 'date'];

/** The start of the names of custom fields in queries, spreadsheets and the audit log. */
export const customPrefix = 'custom.';

/** The filters of a query by their names after `custom.`: a key, or a key with `.from` or `.to`. */
export type CustomFilter = Readonly<Record<string, string>>;

const filterName = /^custom(?:\.(.+)|\[([^\]]+)\])$/;

/** Returns true for the name of a filter by a custom field, such as `custom.season`. */
export const isCustomFilter = (name: string): boolean => filterName.test(name);

/** Returns a query whose parameters `custom.KEY=VALUE` are together in `custom`. */
export function gatherCustomFilters(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  const entries = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    const [, dotted, bracketed] = filterName.exec(name) ?? [];
    const key = dotted ?? bracketed;
    return key === undefined ? [] : [[key, value]];
  });
  return entries.length === 0 ? query : { ...query, custom: Object.fromEntries(entries) };
}

/** The filters of a query. Blank values count as absent. */
export const customFilter = documentedAs(
  z
    .record(z.string().max(MAX_KEY_LENGTH), fields.filterText(customFieldLimits.maxTextLength))
    .optional()
    .catch(undefined)
    .transform((filters): CustomFilter | undefined => {
      const entries = Object.entries(filters ?? {}).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value] as const],
      );
      return entries.length === 0 ? undefined : Object.fromEntries(entries);
    }),
  withKeywords(z.record(z.string(), z.string()), { maxProperties: customFieldLimits.maxFields }).optional(),
).describe(
  'Only books with this value of a custom field: `custom.KEY=VALUE`. Texts match without regard to case and accents. Numbers and dates can also have `custom.KEY.from` and `custom.KEY.to`. An unknown key or value matches no book.',
);
