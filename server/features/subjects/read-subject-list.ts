import { subjectLimits } from '#contract/books/book-subjects';
import { knownErrors } from '#contract/core/errors';
import { subjectSchemeLimits } from '#contract/subjects/subject-schemes';
import { fieldError } from '#server/core/errors';
import { readCsv } from '#server/features/spreadsheets/read-csv';
import { SpreadsheetError } from '#server/features/spreadsheets/spreadsheet-error';

interface ListedCode {
  readonly code: string;
  readonly label: string;
}

function rowsOf(text: string) {
  try {
    return readCsv(text, subjectSchemeLimits.maxRows + 1);
  } catch (error) {
    if (error instanceof SpreadsheetError) throw fieldError('text', knownErrors.subjectListInvalid);
    throw error;
  }
}

/** Returns the codes of a CSV or TSV file in order. A repeated code counts once. @throws AppError 422 naming the line */
export function readSubjectList(text: string): ListedCode[] {
  const codes = new Map<string, ListedCode>();
  for (const [index, { line, cells }] of rowsOf(text).entries()) {
    const code = (cells[0] ?? '').trim();
    const label = (cells[1] ?? '').replaceAll(/\s+/g, ' ').trim();
    if (index === 0 && code.toLowerCase() === 'code') continue;
    const isValid =
      code !== '' &&
      code.length <= subjectLimits.maxCodeLength &&
      label.length <= subjectLimits.maxLabelLength &&
      !/[;=]/.test(code);
    if (!isValid) throw fieldError('text', knownErrors.subjectLineInvalid(line));
    codes.set(code.toLowerCase(), { code, label: label.replaceAll(';', ',') });
  }
  if (codes.size > subjectSchemeLimits.maxRows)
    throw fieldError('text', knownErrors.subjectListTooLong(subjectSchemeLimits.maxRows));
  return [...codes.values()];
}
