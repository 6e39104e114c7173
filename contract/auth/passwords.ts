import { z } from 'zod';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';

/** The password that the caller has, asked for before what keeps others out is changed. */
export const presentPassword = z
  .preprocess(
    (value) => value ?? '',
    z.string('Must be text').min(1, messages.passwordRequired).max(limits.maxPasswordLength, 'Is too long'),
  )
  .describe('The present password.');

/** Of four; three withstands guessing as long as stored hashes are kept secret. Less than this is refused. */
export const MIN_STRENGTH = 2;
/** Estimating takes longer than it is worth beyond this. */
export const MAX_JUDGED_LENGTH = 100;

/** What everybody here has in mind: of the product and of the trade. Named in docs/security.md. */
const productWords = ['lectern', 'audiobook', 'catalogue', 'publisher', 'library', 'admin', 'editor'];

/**
 * The words that are guessed first, for browser and server alike.
 * @param known what belongs to the person: name, address
 */
export const guessableWords = (known: readonly string[]): string[] => [
  ...productWords,
  ...known
    .flatMap((text) => [
      text,
      text.replaceAll(/\P{L}+/gu, ''),
      ...text.split(/[\s@]+/),
      ...text.split(/\P{L}+/u),
    ])
    .map((text) => text.toLowerCase())
    .filter((text) => text.length > 2),
];
