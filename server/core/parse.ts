import type { z } from 'zod';
import { capitalise } from '#contract/core/capitalise';
import { type ErrorCode, isErrorCode } from '#contract/core/error-codes';
import { valueMessages } from '#contract/core/messages';
import { declaredSettings } from '#contract/settings/declared';
import { invalid } from '#server/core/errors';

/** The maximum number of errors in a response. */
const MAX_ERRORS = 100;

const wrongTypes: Readonly<Record<string, string>> = {
  object: valueMessages.mustBeObject,
  array: valueMessages.mustBeList,
  string: valueMessages.mustBeText,
  number: valueMessages.mustBeNumber,
  int: valueMessages.mustBeWholeNumber,
  boolean: valueMessages.mustBeYesOrNo,
};

/** Returns the message of schemas without their own message. */
const errorMap: z.core.$ZodErrorMap = (issue) =>
  (issue.code === 'invalid_type' && wrongTypes[issue.expected]) || valueMessages.notValid;

/** Names of fields whose labels differ from their keys. */
const fieldLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(declaredSettings).map(([key, { label }]) => [key, label])),
  short: 'code',
  label: 'name',
  is_backup: 'service type',
};

/** Returns a label for a field path: `items.0.book_code` becomes "Items (entry 1) book code". */
function labelOf(path: string): string {
  const label = path
    .split('.')
    .map((segment) =>
      /^\d+$/.test(segment)
        ? `(entry ${Number(segment) + 1})`
        : (fieldLabels[segment] ?? segment.replaceAll(/[_-]/g, ' ')),
    )
    .join(' ');
  return capitalise(label);
}

/** Returns the message of a field as a complete sentence, with the field as its subject. */
function fieldMessage([path, message]: [string, string] = ['', valueMessages.notValid]): string {
  if (!/^(Must|Is|Number is) /.test(message)) return message;
  const label = path === '' ? 'The request' : labelOf(path);
  const rest = message.replace(/^Number is/, 'is');
  return `${label} ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
}

/** Returns the error code of a schema issue. */
function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  if (issue.code === 'custom') {
    const failure: unknown = issue.params?.['failure'];
    return isErrorCode(failure) ? failure : 'request.invalid';
  }
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'request.invalid';
  if (issue.origin === 'array') return issue.code === 'too_big' ? 'list.too_long' : 'field.required';
  if (issue.code === 'too_small' && issue.origin === 'string')
    return Number(issue.minimum) > 1 ? 'text.too_short' : 'field.required';
  if (issue.origin === 'string') return 'text.too_long';
  return 'number.out_of_range';
}

/**
 * Parses a value with its schema.
 * @throws AppError 422 with one message per field path. The code is that of the issues if they share one, else `request.invalid`.
 */
export function parse<Type extends z.ZodType>(schema: Type, value: unknown): z.output<Type> {
  const result = schema.safeParse(value, { error: errorMap });
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ERRORS);
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[issue.path.join('.')] ??= issue.message;
  const codes = new Set(issues.map(codeOf));
  const [code] = codes;
  throw invalid(errors, fieldMessage(Object.entries(errors)[0]), codes.size === 1 ? code : 'request.invalid');
}
