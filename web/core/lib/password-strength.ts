import { MAX_JUDGED_LENGTH, guessableWords } from '#contract/auth/passwords';

export type Estimate = (password: string, personalTerms: readonly string[]) => number;

let estimate: Promise<Estimate> | undefined;

async function open(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return (password, personalTerms) =>
    zxcvbn.check(password.slice(0, MAX_JUDGED_LENGTH), guessableWords(personalTerms)).score;
}

/**
 * Loads the estimator of password strength from 0 to 4, the same that the server uses. The word lists are large, so they are loaded when
 * the user starts to type. After an error the next key retries.
 */
export function openEstimate(): Promise<Estimate> {
  estimate ??= open().catch((error: unknown) => {
    estimate = undefined;
    throw error;
  });
  return estimate;
}
