import { z } from 'zod';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';

/** The current password, required before changes that affect sign-in. */
export const currentPassword = z
  .preprocess(
    (value) => value ?? '',
    z.string('Must be text').min(1, messages.passwordRequired).max(limits.maxPasswordLength, 'Is too long'),
  )
  .describe('The current password.');

/** The minimum strength on a scale to four. Three resists guessing as long as the stored hashes remain secret. */
export const MIN_STRENGTH = 2;
/** The maximum length that is estimated, because a longer estimate takes too much time. */
export const MAX_JUDGED_LENGTH = 100;

/** Easily guessed terms of the product and the trade. Listed in docs/security.md. */
const productWords = ['lectern', 'audiobook', 'catalogue', 'publisher', 'library', 'admin', 'editor'];

/**
 * Returns the terms that the strength estimate tries first, in browser and server alike.
 * @param personalWords the user's own data: name, address
 */
export const guessableWords = (personalWords: readonly string[]): string[] => [
  ...productWords,
  ...personalWords
    .flatMap((text) => [
      text,
      text.replaceAll(/\P{L}+/gu, ''),
      ...text.split(/[\s@]+/),
      ...text.split(/\P{L}+/u),
    ])
    .map((text) => text.toLowerCase())
    .filter((text) => text.length > 2),
];
