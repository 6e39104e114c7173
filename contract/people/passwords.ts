import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** The password that the caller has, asked for before what keeps others out is changed. */
export const presentPassword = z
  .preprocess(
    (value) => value ?? '',
    z.string('Must be text').min(1, messages.passwordRequired).max(limits.maxPasswordLength, 'Is too long'),
  )
  .describe('The present password.');
