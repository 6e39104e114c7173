import { MAX_JUDGED_LENGTH, guessableWords } from '#contract/auth/passwords';

export type Estimate = (password: string, known: readonly string[]) => number;

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
  return (password, known) => zxcvbn.check(password.slice(0, MAX_JUDGED_LENGTH), guessableWords(known)).score;
}

/**
 * What judges a password from 0 to 4, as the server does. The word lists are large, so they are loaded when somebody begins to
 * type one; a failure to load them is forgotten, so that the next key tries again.
 */
export function openEstimate(): Promise<Estimate> {
  estimate ??= open().catch((error: unknown) => {
    estimate = undefined;
    throw error;
  });
  return estimate;
}
