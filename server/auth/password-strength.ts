import { refusals } from '#contract/refusals';
import { refusedField } from '#server/errors';

/** Of four; three withstands guessing as long as stored hashes are kept secret. */
const MIN_SCORE = 2;
/** Estimating takes longer than it is worth beyond this. */
const MAX_LENGTH = 100;

/** What everybody here has in mind: of the product and of the trade. Named in docs/security.md. */
const houseWords = ['lectern', 'audiobook', 'catalogue', 'publisher', 'library', 'admin', 'editor'];

type Estimate = (password: string, known: string[]) => number;

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
  return (password, known) => zxcvbn.check(password.slice(0, MAX_LENGTH), known).score;
}

/**
 * @param known what belongs to the person and so is guessed first: name, address
 * @throws AppError 422 for a password that is guessed easily
 */
export async function requireStrongPassword(password: string, known: readonly string[]): Promise<void> {
  estimate ??= openEstimate();
  const words = known
    .flatMap((text) => [
      text,
      text.replaceAll(/\P{L}+/gu, ''),
      ...text.split(/[\s@]+/),
      ...text.split(/\P{L}+/u),
    ])
    .map((text) => text.toLowerCase())
    .filter((text) => text.length > 2);
  if ((await estimate)(password, [...houseWords, ...words]) < MIN_SCORE)
    throw refusedField('password', refusals.passwordTooWeak);
}
