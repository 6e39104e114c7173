import { MAX_JUDGED_LENGTH, MIN_STRENGTH, guessableWords } from '#contract/auth/passwords';
import { knownErrors } from '#contract/core/errors';
import { fieldError } from '#server/core/errors';

type Estimate = (password: string, personalWords: string[]) => number;

let estimate: Promise<Estimate> | undefined;

/** Loads the estimator for the first password, because its word lists use several megabytes. */
async function openEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return (password, personalWords) => zxcvbn.check(password.slice(0, MAX_JUDGED_LENGTH), personalWords).score;
}

/**
 * Rejects passwords that are easy to guess.
 * @param personalWords the user's name and email address, which attackers guess first
 * @throws AppError 422 for a weak password
 */
export async function requireStrongPassword(
  password: string,
  personalWords: readonly string[],
): Promise<void> {
  estimate ??= openEstimate();
  if ((await estimate)(password, guessableWords(personalWords)) < MIN_STRENGTH)
    throw fieldError('password', knownErrors.passwordTooWeak);
}
