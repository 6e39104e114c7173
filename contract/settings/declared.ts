import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { defaultLanguage } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { documentedAs, withKeywords } from '#contract/core/schema-notes';
import { type LanguageEntry, initialLanguages, languageEntry, sentLanguages } from './language-list.ts';

/** Sections of the settings, each with its own screen. */
export const settingSections = ['general', 'catalogue', 'media', 'sign_in'] as const;
export type SettingSection = (typeof settingSections)[number];

/** Type of a setting: decides the form control and the formats in requests and environment variables. */
export type SettingKind =
  | 'text'
  | 'address'
  | 'image'
  | 'language'
  | 'service'
  | 'languages'
  | 'bytes'
  | 'number'
  | 'requirement';

/** Users who must have two-factor authentication: by role, all with write permissions, or all. */
export const twoFactorRules = ['roles', 'changers', 'everybody'] as const;
export type TwoFactorRule = (typeof twoFactorRules)[number];

interface Declaration<Value extends z.ZodType, Sent extends z.ZodType> {
  readonly section: SettingSection;
  readonly kind: SettingKind;
  readonly label: string;
  /** Purpose of the setting, in one sentence. */
  readonly reason: string;
  readonly unit?: string;
  /** Environment variable. It takes precedence when set. */
  readonly variable?: string;
  /** Schema of the stored value and of responses. */
  readonly value: Value;
  /** Schema of request and environment values. Undefined means that nothing was sent. */
  readonly sent: Sent;
  /** Default value. The server has a better one for some settings. */
  readonly initial: z.output<Value>;
}

const declare = <Value extends z.ZodType, Sent extends z.ZodType>(setting: Declaration<Value, Sent>) =>
  setting;

const webAddress = fields
  .text(limits.maxAddressLength)
  .pipe(
    z
      .string()
      .refine(
        (text) => text === '' || (/^https?:\/\//i.test(text) && z.url().safeParse(text).success),
        'Must be an http or https address',
      ),
  )
  .optional();

const address = {
  kind: 'address',
  value: z.string(),
  sent: documentedAs(webAddress, z.string().max(limits.maxAddressLength)),
  initial: '',
} as const;

const toNumber = (given: unknown): unknown => {
  if (given === undefined || given === null || given === '') return undefined;
  return typeof given === 'string' ? Number(given) : given;
};

/** A whole number within bounds. */
const number = (min: number, max: number, initial: number) => {
  const message = `Must be a whole number from ${min} to ${max}`;
  return {
    value: withKeywords(z.int(), { minimum: min, maximum: max }),
    sent: documentedAs(
      z.preprocess(toNumber, z.int(message).min(min, message).max(max, message).optional()),
      z.int().min(min).max(max),
    ),
    initial,
  };
};

/**
 * All settings that can be changed on screen. The API, the form, the environment variables and their documentation
 * are derived from this list.
 */
export const declaredSettings = {
  product_name: declare({
    section: 'general',
    kind: 'text',
    label: 'Product name',
    reason: 'Stands in the sidebar, the title of every page and the footer.',
    variable: 'PRODUCT_NAME',
    value: z.string(),
    sent: fields.requiredText(limits.maxProductNameLength, 'Is needed').optional(),
    initial: 'Lectern',
  }),
  provider_name: declare({
    section: 'general',
    kind: 'text',
    label: 'Provider name',
    reason: 'The author of books that name none. Blank takes the product’s name.',
    variable: 'PROVIDER_NAME',
    value: z.string(),
    sent: fields.optionalText(limits.maxNameLength),
    initial: '',
  }),
  logo: declare({
    section: 'general',
    kind: 'image',
    label: 'Logo',
    reason: 'Stands beside the product’s name in the sidebar and at the sign-in.',
    value: answers.fileUrl('The logo'),
    sent: z.undefined(),
    initial: null,
  }),
  docs_url: declare({
    ...address,
    section: 'general',
    label: 'Documentation',
    reason: 'Where the footer’s link “Documentation” leads. Blank leaves the link out.',
    variable: 'DOCS_URL',
  }),
  support_url: declare({
    ...address,
    section: 'general',
    label: 'Support',
    reason: 'Where the footer’s link “Support” leads. Blank leaves the link out.',
    variable: 'SUPPORT_URL',
  }),
  public_url: declare({
    ...address,
    section: 'general',
    label: 'Address of this product',
    reason: 'Links in mails begin with it, so that they lead here from anywhere.',
    variable: 'PUBLIC_URL',
  }),

  new_book_language: declare({
    section: 'catalogue',
    kind: 'language',
    label: 'Language of new books',
    reason: 'What the form of a new book begins with, and what a book gets that is created without one.',
    value: answers.language,
    sent: fields.id.optional(),
    initial: defaultLanguage,
  }),
  new_book_is_backup: declare({
    section: 'catalogue',
    kind: 'service',
    label: 'Service of new books',
    reason: 'What the form of a new book begins with, and what a book gets that is created without one.',
    value: z.boolean(),
    sent: fields.optionalBoolean,
    initial: true,
  }),
  languages: declare({
    section: 'catalogue',
    kind: 'languages',
    label: 'Languages',
    reason:
      'Which languages books may be in, and how fast people read them, from which reading times are computed.',
    unit: 'words a minute',
    value: z.array(languageEntry),
    sent: documentedAs(sentLanguages.optional(), sentLanguages),
    initial: [...initialLanguages] as LanguageEntry[],
  }),

  max_image_bytes: declare({
    ...number(10_000, 1024 ** 3, 10 * 1024 ** 2),
    section: 'media',
    kind: 'bytes',
    label: 'Largest picture',
    reason: 'Keeps somebody from filling the store with pictures that no screen can show.',
    unit: 'bytes',
  }),
  max_audio_bytes: declare({
    ...number(10_000, 1024 ** 4, 2 * 1024 ** 3),
    section: 'media',
    kind: 'bytes',
    label: 'Largest audio file',
    reason: 'Keeps a wrong file from taking the room that books need.',
    unit: 'bytes',
  }),

  session_hours: declare({
    ...number(1, 720, 12),
    section: 'sign_in',
    kind: 'number',
    label: 'Session length',
    reason: 'After that long everybody signs in again, whatever happened in between.',
    unit: 'hours',
    variable: 'SESSION_HOURS',
  }),
  idle_minutes: declare({
    ...number(0, 1440, 0),
    section: 'sign_in',
    kind: 'number',
    label: 'Idle time',
    reason:
      'A session that nobody uses for so long ends, so that a forgotten screen is no open door. 0 lets it live.',
    unit: 'minutes',
    variable: 'SESSION_IDLE_MINUTES',
  }),
  two_factor: declare({
    section: 'sign_in',
    kind: 'requirement',
    label: 'Required second factor',
    reason:
      'Whoever must have one and has none sets it up at the next sign-in, so that a password alone opens nothing.',
    value: z.enum(twoFactorRules),
    sent: documentedAs(
      fields.filterText(20).pipe(z.enum(twoFactorRules, 'Must be roles, changers or everybody').optional()),
      z.enum(twoFactorRules),
    ),
    initial: 'roles',
  }),
  sign_in_attempts: declare({
    ...number(3, 100, 5),
    section: 'sign_in',
    kind: 'number',
    label: 'Failed sign-ins',
    reason: 'So many wrong passwords for one account from one address, then it waits.',
    unit: 'attempts',
  }),
  sign_in_window_minutes: declare({
    ...number(1, 1440, 15),
    section: 'sign_in',
    kind: 'number',
    label: 'Wait after failed sign-ins',
    reason: 'For so long failed sign-ins count, and whoever has used them up waits.',
    unit: 'minutes',
  }),
} as const;

export type SettingKey = keyof typeof declaredSettings;
export type SettingValues = {
  readonly [Key in SettingKey]: z.output<(typeof declaredSettings)[Key]['value']>;
};

export const settingKeys = Object.keys(declaredSettings) as SettingKey[];
export const keysOfSection = (section: SettingSection): SettingKey[] =>
  settingKeys.filter((key) => declaredSettings[key].section === section);
