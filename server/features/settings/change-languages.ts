import type { Transaction } from 'kysely';
import { valueMessages } from '#contract/core/messages';
import { knownErrors } from '#contract/core/errors';
import { type LanguageEntry, type InputLanguage, initialLanguages } from '#contract/settings/language-list';
import { foldText } from '#contract/core/slug';
import type { Schema } from '#server/core/db/schema';
import { invalid, appError, fieldError } from '#server/core/errors';

/** Key beside the settings with the highest number that a language ever had. */
const LAST_CODE = 'last_language_code';

const isInitial = (code: number): boolean => initialLanguages.some((language) => language.code === code);

/** Returns numbers that no language ever had. */
async function takeCodes(
  trx: Transaction<Schema>,
  before: readonly LanguageEntry[],
  count: number,
): Promise<number> {
  const row = await trx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', LAST_CODE)
    .executeTakeFirst();
  const last = Math.max(Number(row?.value ?? 0), ...before.map(({ code }) => code));
  const now = new Date().toISOString();
  await trx
    .insertInto('settings')
    .values({ key: LAST_CODE, value: String(last + count), changed_at: now, changed_by: null })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value: String(last + count), changed_at: now }))
    .execute();
  return last + 1;
}

async function assertNotInUse(
  trx: Transaction<Schema>,
  removedLanguages: readonly LanguageEntry[],
): Promise<void> {
  for (const { code, label } of removedLanguages) {
    const usedLanguage = await trx
      .selectFrom('book_counts')
      .select('books')
      .where('language', '=', code)
      .where('books', '>', 0)
      .limit(1)
      .executeTakeFirst();
    if (usedLanguage) throw appError(knownErrors.languageInUse(label));
  }
}

/** Returns the errors of each language, including conflicts with others. */
function problemsOf(
  list: readonly InputLanguage[],
  before: readonly LanguageEntry[],
): Record<string, string> {
  const problems: Record<string, string> = {};
  const shorts = new Set<string>();
  const labels = new Set<string>();
  const codes = new Set<number>();
  for (const [index, { code, short, label }] of list.entries()) {
    const existing = before.find((language) => language.code === code);
    if (code !== undefined && !existing && !isInitial(code))
      problems[`languages.${index}.code`] = valueMessages.noLanguage;
    if (code !== undefined && codes.has(code)) problems[`languages.${index}.code`] = valueMessages.twice;
    if (shorts.has(short)) problems[`languages.${index}.short`] = valueMessages.duplicateCode;
    if (labels.has(foldText(label))) problems[`languages.${index}.label`] = valueMessages.duplicateName;
    if (code !== undefined) codes.add(code);
    shorts.add(short);
    labels.add(foldText(label));
  }
  return problems;
}

/**
 * Returns the languages after a change. The first four keep their numbers, codes and names, and cannot be removed. Others can be removed
 * when no book has them. @throws AppError 409 for a language with books, 422
 */
export async function changeLanguages(
  trx: Transaction<Schema>,
  before: readonly LanguageEntry[],
  languages: readonly InputLanguage[],
): Promise<LanguageEntry[]> {
  const list = languages.map((language) => {
    const first = initialLanguages.find(({ code }) => code === language.code);
    return first ? { ...language, short: first.short, label: first.label } : language;
  });
  const problems = problemsOf(list, before);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const missingLanguage = initialLanguages.find(
    ({ code }) => !list.some((language) => language.code === code),
  );
  if (missingLanguage) throw fieldError('languages', knownErrors.languageStays(missingLanguage.label));
  await assertNotInUse(
    trx,
    before.filter(({ code }) => !isInitial(code) && !list.some((language) => language.code === code)),
  );
  const addedCount = list.filter(({ code }) => code === undefined).length;
  let next = addedCount > 0 ? await takeCodes(trx, before, addedCount) : 0;
  const after = list.map(({ code, short, label, words_per_minute, is_offered = true }) => ({
    code: code ?? next++,
    short,
    label,
    words_per_minute,
    is_offered,
  }));
  if (!after.some(({ is_offered }) => is_offered))
    throw fieldError('languages', knownErrors.noLanguageOffered);
  return after;
}
