import { z } from 'zod';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';

/** The current password, required before changes that affect sign-in. */
export const presentPassword = z
  .preprocess(
    (value) => value ?? '',
    z.string('Must be text').min(1, messages.passwordRequired).max(limits.maxPasswordLength, 'Is too long'),
  )
  .describe('The current password.');

/** Minimum strength on a scale to four. Three resists guessing as long as the stored hashes stay secret. */
export const MIN_STRENGTH = 2;
/** Maximum length that is estimated; a longer estimate costs too much time. */
export const MAX_JUDGED_LENGTH = 100;

/** Easily guessed terms of the product and the trade. Listed in docs/security.md. */
const productWords = ['lectern', 'audiobook', 'catalogue', 'publisher', 'library', 'admin', 'editor'];

/** Terms that are guessed first, in browser and server alike. @param personalWords the user's own data: name, address */
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
