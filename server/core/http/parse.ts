import type { z } from 'zod';
import { type ErrorCode, isErrorCode } from '#contract/core/error-codes';
import { valueMessages } from '#contract/core/messages';
import { invalid } from '#server/core/errors';

/** More sentences than anybody reads would only make the answer long. */
const MAX_ERRORS = 100;

const wrongTypes: Readonly<Record<string, string>> = {
  object: valueMessages.mustBeObject,
  array: valueMessages.mustBeList,
  string: valueMessages.mustBeText,
  number: valueMessages.mustBeNumber,
  int: valueMessages.mustBeWholeNumber,
  boolean: valueMessages.mustBeYesOrNo,
};

/** The message for schemas without a message of their own. */
const inWords: z.core.$ZodErrorMap = (issue) =>
  (issue.code === 'invalid_type' && wrongTypes[issue.expected]) || valueMessages.notValid;

/** `items.0.book_code` in people's words: "Items (entry 1) book code". */
function labelOf(path: string): string {
  const words = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `(entry ${Number(part) + 1})` : part.replaceAll(/[_-]/g, ' ')))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The sentence of a field, which stands beside it on a screen, as one that can stand alone. */
function sentenceOf([path, sentence]: [string, string] = ['', valueMessages.notValid]): string {
  if (!/^(Must|Is|Number is) /.test(sentence)) return sentence;
  const label = path === '' ? 'The request' : labelOf(path);
  const rest = sentence.replace(/^Number is/, 'is');
  return `${label} ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
}

/** The code of what a schema finds wrong with a value. */
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

/** Reads a value against its schema. @throws AppError 422 with a sentence a field path, under the code that fits all of them */
export function parse<Type extends z.ZodType>(schema: Type, value: unknown): z.output<Type> {
  const result = schema.safeParse(value, { error: inWords });
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ERRORS);
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[issue.path.join('.')] ??= issue.message;
  const codes = new Set(issues.map(codeOf));
  const [code] = codes;
  throw invalid(errors, sentenceOf(Object.entries(errors)[0]), codes.size === 1 ? code : 'request.invalid');
}
