import { z } from 'zod';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

export const user = z.object({
  id: z.int().optional(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  /** Absent on servers that know no permissions; then the client falls back to the allow-list. */
  permissions: z.array(z.string()).optional(),
  /** The allow-list: whose accounts hold every permission. Told to whoever has signed in, and to nobody else. */
  admin_emails: z.array(z.string()).optional(),
});
export type User = z.infer<typeof user>;

export const credentials = z.object({
  email: fields
    .requiredText(limits.maxEmailLength, messages.emailRequired)
    .pipe(z.email(messages.emailInvalid)),
  /** Never trimmed: a space may belong to a password. */
  password: z.preprocess(
    (value) => value ?? '',
    z
      .string('Must be text')
      .min(1, messages.passwordRequired)
      .max(limits.maxPasswordLength, `Must be at most ${limits.maxPasswordLength} characters`),
  ),
});

/** Whether somebody could sign in with this address. */
export const isEmail = (text: string): boolean => credentials.shape.email.safeParse(text).success;

export const session = z.object({
  access_token: z.string(),
  token_type: z.string(),
  /** Seconds. */
  expires_in: z.int(),
  user,
});
export type Session = z.infer<typeof session>;

export const authEndpoints = {
  login: { method: 'POST', path: '/auth/login' },
  logout: { method: 'POST', path: '/auth/logout' },
  me: { method: 'GET', path: '/user/me' },
} as const;
