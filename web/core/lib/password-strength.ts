import { MAX_JUDGED_LENGTH, guessableWords } from '#contract/auth/passwords';

export type Estimate = (password: string, personalWords: readonly string[]) => number;

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
  return (password, personalWords) =>
    zxcvbn.check(password.slice(0, MAX_JUDGED_LENGTH), guessableWords(personalWords)).score;
}

/**
 * Loads the estimate of a password from 0 to 4, by the measure of the server. The word lists are large, so they are
 * loaded when a user starts to type one; after a failure the next key tries again.
 */
export function openEstimate(): Promise<Estimate> {
  estimate ??= open().catch((error: unknown) => {
    estimate = undefined;
    throw error;
  });
  return estimate;
}
