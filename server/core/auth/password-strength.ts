import { MAX_JUDGED_LENGTH, MIN_STRENGTH, guessableWords } from '#contract/auth/passwords';
import { knownErrors } from '#contract/core/errors';
import { fieldError } from '#server/core/errors';

type Estimate = (password: string, personalWords: string[]) => number;

let estimate: Promise<Estimate> | undefined;

/** The word lists take some megabytes, so they are read when the first password is judged. */
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
 * @param personalWords what belongs to the person and so is guessed first: name, address
 * @throws AppError 422 for a password that is guessed easily
 */
export async function requireStrongPassword(
  password: string,
  personalWords: readonly string[],
): Promise<void> {
  estimate ??= openEstimate();
  if ((await estimate)(password, guessableWords(personalWords)) < MIN_STRENGTH)
    throw fieldError('password', knownErrors.passwordTooWeak);
}
