import { z } from 'zod';
import { plainCode } from './codes.ts';
import { limits } from './limits.ts';
import { valueMessages } from './messages.ts';
import { documentedAs } from './schema-notes.ts';

/*
 * Building blocks of request schemas. The server is tolerant. A number may be sent as text, as multipart fields are. A parameter may be
 * repeated, and the first value counts. Blank means absent.
 */

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);

const isBlankText = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const isBlank = (value: unknown): boolean => value === undefined || value === null || isBlankText(value);

/** Text on one or more lines: trimmed, well-formed Unicode, without the NUL that PostgreSQL cannot store. */
export const text = (max: number) =>
  documentedAs(
    z
      .string(valueMessages.mustBeText)
      .max(max * 2, valueMessages.tooLong(max))
      .transform((value) => value.toWellFormed().replaceAll('\0', '').trim())
      .pipe(z.string().max(max, valueMessages.tooLong(max))),
    z.string().max(max),
  );

export const requiredText = (max: number, message: string) =>
  documentedAs(
    z.preprocess((value) => (isBlank(value) ? '' : value), text(max).pipe(z.string().min(1, message))),
    z.string().max(max).regex(/\S/),
  );

export const optionalText = (max: number) =>
  z.preprocess((value) => (value === null ? undefined : value), text(max).optional());

/** Returns true for an http or https address. */
export const isLink = (address: string): boolean =>
  /^https?:\/\//i.test(address) && z.url().safeParse(address).success;

/** A text where blank counts as absent: codes, filters. */
export const filterText = (max: number) =>
  z.preprocess((value) => {
    const first = firstOf(value);
    return isBlank(first) ? undefined : typeof first === 'number' ? String(first) : first;
  }, text(max).optional());

const asCode = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? plainCode(value) : value;
};

/** A required code. JSON may contain a number instead of text. */
export const requiredCode = (message: string) =>
  z.preprocess(asCode, requiredText(limits.maxCodeLength, message));

/** A code where blank counts as absent. */
export const filterCode = z.preprocess((value) => asCode(firstOf(value)), filterText(limits.maxCodeLength));

/** An optional code. Blank clears it, absent leaves it unchanged. */
export const optionalCode = z.preprocess(asCode, optionalText(limits.maxCodeLength));

/** A whole number of at least `min`. Text is parsed as a number, invalid text as 0 and blank as absent. */
export const wholeNumber = (min: number, tooSmall: string) =>
  z.preprocess((value) => {
    if (isBlank(value)) return undefined;
    if (typeof value === 'object') return value;
    const number = Number(value);
    return Number.isFinite(number) ? Math.trunc(number) : 0;
  }, z
    .int(valueMessages.mustBeWholeNumber)
    .min(min, tooSmall)
    .max(limits.maxInteger, valueMessages.numberTooLarge)
    .optional());

const toId = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value;

/** The ID of a stored record. "12" counts as 12. */
export const id = z
  .preprocess(
    toId,
    z
      .int(valueMessages.mustBeId)
      .min(1, valueMessages.mustBeId)
      .max(limits.maxInteger, valueMessages.mustBeId),
  )
  .describe('The ID of the record.');

/** An id that may be missing, blank or unreadable, all of which count as absent. */
export const optionalId = documentedAs(
  z.preprocess((value) => {
    const number = toId(value);
    return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= limits.maxInteger
      ? number
      : undefined;
  }, z.int().optional()),
  z.int().min(1).max(limits.maxInteger),
);

const truths = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  ['yes', true],
  ['on', true],
  [false, false],
  ['false', false],
  [0, false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/** A boolean in any spelling that forms use. Any other value counts as absent. */
export const optionalBoolean = z.preprocess((value) => truths.get(firstOf(value)), z.boolean().optional());

/** Removes a stored file, unless the request also contains a new one. */
export const removal = (file: string) =>
  optionalBoolean.describe(`True removes the stored ${file}, unless the same request brings another.`);

const clampedInteger = (fallback: number, max: number) =>
  documentedAs(
    z.preprocess((value) => {
      const first = firstOf(value);
      const number = isBlank(first) || typeof first === 'object' ? Number.NaN : Math.trunc(Number(first));
      return Number.isFinite(number) ? Math.min(Math.max(number, 1), max) : fallback;
    }, z.int()),
    z.int().min(1).max(max).default(fallback),
  );

/** The two query parameters that sort a list by one field. */
export const sortKeys = (...names: readonly [string, ...string[]]) => ({
  sort_by_field: documentedAs(filterText(40), z.enum(names)).describe(
    `${names.map((name) => `\`${name}\``).join(', ')}: sort by it; equal ones by id in the same direction. Anything else: newest first.`,
  ),
  sort_direction: documentedAs(filterText(10), z.enum(['asc', 'desc'])).describe(
    'The direction of `sort_by_field`. The default is `asc`.',
  ),
});

/** Parameters that every list accepts. `q` and `search` are the same filter; `is_admin` is ignored. */
export const listKeys = {
  page: clampedInteger(1, limits.maxPage).describe(
    'The page number, starting at 1. A page past the end has no items.',
  ),
  items_per_page: clampedInteger(limits.pageSize, limits.maxPageSize).describe(
    'The number of items per page. A value out of range is set to the nearest limit.',
  ),
  search: filterText(limits.maxSearchLength).describe(
    'Only items that contain this text. Case and accents are ignored. A blank value has no effect.',
  ),
  q: filterText(limits.maxSearchLength).describe('An alias of `search`. If both are sent, `search` is used.'),
};

/** Ignored parameter of lists without languages, because some clients send it everywhere. */
export const ignoredLanguage = filterText(20).describe('Accepted and ignored.');

/** Copies `q` to `search`, so callers read one parameter. */
export function foldSearch<Query extends { search?: string | undefined; q?: string | undefined }>(
  query: Query,
) {
  const { q, search, ...rest } = query;
  return { ...rest, search: search ?? q ?? '' };
}

/** Version of the record that the editor loaded, for conflict detection. Absent means that the last write wins. */
export const version = z
  .preprocess(
    (value) => (isBlank(value) ? undefined : toId(value)),
    z.int(valueMessages.mustBeVersion).min(0).max(limits.maxInteger).optional(),
  )
  .describe(
    'The `version` on which the change is based. Another stored version returns 409. Without it, the last write wins.',
  );

/** Returns the value of JSON text. Any other value is unchanged. */
export const parseJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** Converts input to a list. Null and undefined are unchanged, blank texts are removed, and a single entry becomes a list. */
const toList = (whole: unknown): unknown => {
  if (whole === undefined || whole === null) return whole;
  const list = Array.isArray(whole) ? (whole as unknown[]) : [whole];
  return list.filter((entry) => !isBlankText(entry));
};

/** Removes duplicates. A list with null is invalid and remains unchanged, so that the error contains the right position. */
const withoutRepeats = (list: readonly unknown[]): readonly unknown[] =>
  list.includes(null) ? list : [...new Set(list)];

/** The maximum number of errors per list. More would take more time than parsing the list. */
export const MAX_LIST_ERRORS = 100;

/** The parent schema supplies the message. */
const WITHOUT_WORDS = '';

/** Checks the length first, then the entries until there are enough errors. */
const listOf = <Entry extends z.ZodType>(
  entry: Entry,
  max: number = limits.maxListLength,
  noun = 'entries',
) =>
  documentedAs(
    z
      .array(z.unknown(), valueMessages.mustBeList)
      .max(max, valueMessages.tooManyEntries(max, noun))
      .transform((list, context): z.output<Entry>[] => {
        const entries: z.output<Entry>[] = [];
        for (let index = 0; index < list.length; index += 1) {
          const { data, error } = entry.safeParse(list[index], { error: () => WITHOUT_WORDS });
          if (!error) entries.push(data);
          for (const { message, ...issue } of error?.issues ?? [])
            context.issues.push({
              ...issue,
              input: list[index],
              path: [index, ...issue.path],
              ...(message !== WITHOUT_WORDS && { message }),
            } as z.core.$ZodRawIssue);
          if (context.issues.length >= MAX_LIST_ERRORS) break;
        }
        return entries;
      }),
    z.array(entry).max(max),
  );

/**
 * A list of codes in order, without blanks and duplicates. A single text is a list of one, or a list as JSON. Null is
 * invalid, as the list and as an entry.
 */
export const codeList = z.preprocess(
  (value) => {
    const list = toList(typeof value === 'string' && /^\[|^null$/.test(value) ? parseJson(value) : value);
    return Array.isArray(list)
      ? withoutRepeats(list.map(asCode).filter((entry) => !isBlankText(entry)))
      : list;
  },
  listOf(text(limits.maxCodeLength)),
);

/**
 * A list of objects: as JSON, as JSON texts (repeated form fields), or as one JSON text of a list. Blank is an empty
 * list; null is invalid, as the list and as an entry.
 */
export const jsonList = <Entry extends z.ZodType>(entry: Entry, max?: number, noun?: string) =>
  z.preprocess(
    (value) => {
      const list = toList(isBlankText(value) ? [] : parseJson(value));
      return Array.isArray(list) ? list.map(parseJson) : list;
    },
    listOf(entry, max, noun),
  );

/** Removes the wrappers around a reference, at most three levels. Undefined means no reference. */
const unwrap = (value: unknown, layers = 3): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('items' in value) return value.items;
  if ('item' in value) return layers > 0 ? unwrap(value.item ?? undefined, layers - 1) : value;
  if ('id' in value) return value.id ?? undefined;
  return Object.keys(value).length === 0 ? undefined : value;
};

/**
 * References of a home screen block to records, as IDs in order without duplicates. Accepts 5, "5", {id}, {item: {id}}, {items: […]} and
 * arrays of all these. A missing key, {}, {id: null} and {item: null} are no reference. All other values are invalid and never skipped,
 * such as null for the whole value, for the items, or for one of them.
 */
export const references = z.preprocess(
  (value) => {
    const inner = unwrap(parseJson(value));
    const list = inner === undefined ? [] : toList(inner);
    return Array.isArray(list) ? withoutRepeats(list.map((item) => toId(unwrap(item) ?? null))) : list;
  },
  listOf(z.int(valueMessages.mustBeId).min(1).max(limits.maxInteger)),
);
