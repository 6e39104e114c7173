import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { formatBytes } from '#contract/core/format-bytes';
import { defaultLanguage } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { documentedAs, withKeywords } from '#contract/core/schema-notes';
import { type LanguageEntry, initialLanguages, languageEntry, inputLanguages } from './language-list.ts';

/** Sections of the settings, each with its own screen. */
export const settingSections = ['general', 'catalogue', 'media', 'sign_in', 'backup'] as const;
export type SettingSection = (typeof settingSections)[number];

/** The type of a setting. It determines the form control and the formats in requests and environment variables. */
export type SettingKind =
  | 'text'
  | 'address'
  | 'image'
  | 'language'
  | 'service'
  | 'languages'
  | 'bytes'
  | 'number'
  | 'switch'
  | 'time'
  | 'time_zone'
  | 'requirement';

/** Users who must have two-factor authentication: by role, all with write permissions, or all. */
export const twoFactorRules = ['roles', 'editors', 'all'] as const;
export type TwoFactorRule = (typeof twoFactorRules)[number];

interface Declaration<Value extends z.ZodType, Input extends z.ZodType> {
  readonly section: SettingSection;
  readonly kind: SettingKind;
  readonly label: string;
  /** Purpose of the setting, in one sentence. */
  readonly reason: string;
  readonly unit?: string;
  /** The environment variable. It takes precedence if it is set. */
  readonly variable?: string;
  /** Schema of the stored value and of responses. */
  readonly value: Value;
  /** The schema of request and environment values. Undefined means that nothing was sent. */
  readonly input: Input;
  /** The default value. The server uses a better one for some settings. */
  readonly initial: z.output<Value>;
}

const declare = <Value extends z.ZodType, Input extends z.ZodType>(setting: Declaration<Value, Input>) =>
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
  input: documentedAs(webAddress, z.string().max(limits.maxAddressLength)),
  initial: '',
} as const;

const toNumber = (input: unknown): unknown => {
  if (input === undefined || input === null || input === '') return undefined;
  return typeof input === 'string' ? Number(input) : input;
};

/** Returns true for a name of the IANA time zone database. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Defines a whole number within bounds. */
const number = (min: number, max: number, initial: number) =>
  boundedNumber({ min, max, initial, message: `Must be a whole number from ${min} to ${max}` });

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  readonly message: string;
}

function boundedNumber({ min, max, initial, message }: Bounds) {
  return {
    value: withKeywords(z.int(), { minimum: min, maximum: max }),
    input: documentedAs(
      z.preprocess(toNumber, z.int(message).min(min, message).max(max, message).optional()),
      z.int().min(min).max(max),
    ),
    initial,
  };
}

/** A number of bytes within bounds. */
const size = (min: number, max: number, initial: number) =>
  boundedNumber({ min, max, initial, message: `Must be from ${formatBytes(min)} to ${formatBytes(max)}` });

/**
 * All settings that can be changed on screen. The API, the form, the environment variables and their documentation
 * are derived from this list.
 */
export const declaredSettings = {
  product_name: declare({
    section: 'general',
    kind: 'text',
    label: 'Product name',
    reason: 'Shown in the sidebar, page titles and footer.',
    variable: 'PRODUCT_NAME',
    value: z.string(),
    input: fields.requiredText(limits.maxProductNameLength, 'Is required').optional(),
    initial: 'Lectern',
  }),
  provider_name: declare({
    section: 'general',
    kind: 'text',
    label: 'Provider name',
    reason: 'Default author for books without one. If blank, the product name is used.',
    variable: 'PROVIDER_NAME',
    value: z.string(),
    input: fields.optionalText(limits.maxNameLength),
    initial: '',
  }),
  logo: declare({
    section: 'general',
    kind: 'image',
    label: 'Logo',
    reason: 'Shown next to the product name in the sidebar and on the login screen.',
    value: responseFields.fileUrl('The logo'),
    input: z.undefined(),
    initial: null,
  }),
  docs_url: declare({
    ...address,
    section: 'general',
    label: 'Documentation link',
    reason: 'The URL of the link in the footer. Leave blank to hide it.',
    variable: 'DOCS_URL',
  }),
  support_url: declare({
    ...address,
    section: 'general',
    label: 'Support link',
    reason: 'The URL of the link in the footer. Leave blank to hide it.',
    variable: 'SUPPORT_URL',
  }),
  public_url: declare({
    ...address,
    section: 'general',
    label: 'Public URL',
    reason: 'Used for links in emails.',
    variable: 'PUBLIC_URL',
  }),

  new_book_language: declare({
    section: 'catalogue',
    kind: 'language',
    label: 'Default language',
    reason: 'Preselected for new books.',
    value: responseFields.language,
    input: fields.id.optional(),
    initial: defaultLanguage,
  }),
  new_book_is_backup: declare({
    section: 'catalogue',
    kind: 'service',
    label: 'Default service type',
    reason: 'Preselected for new books.',
    value: z.boolean(),
    input: fields.optionalBoolean,
    initial: true,
  }),
  languages: declare({
    section: 'catalogue',
    kind: 'languages',
    label: 'Languages',
    reason: 'Languages available for books, and the reading speed used to calculate reading times.',
    unit: 'words per minute',
    value: z.array(languageEntry),
    input: documentedAs(inputLanguages.optional(), inputLanguages),
    initial: [...initialLanguages] as LanguageEntry[],
  }),

  max_image_bytes: declare({
    ...size(10_000, 1e9, 10 * 1024 ** 2),
    section: 'media',
    kind: 'bytes',
    label: 'Maximum image size',
    reason: 'Larger images are rejected.',
    unit: 'bytes',
  }),
  max_audio_bytes: declare({
    ...size(10_000, 1e12, 2 * 1024 ** 3),
    section: 'media',
    kind: 'bytes',
    label: 'Maximum audio file size',
    reason: 'Larger audio files are rejected.',
    unit: 'bytes',
  }),

  session_hours: declare({
    ...number(1, 720, 12),
    section: 'sign_in',
    kind: 'number',
    label: 'Session duration',
    reason: 'Users must sign in again after this time, even if they’re active.',
    unit: 'hours',
    variable: 'SESSION_HOURS',
  }),
  idle_minutes: declare({
    ...number(0, 1440, 0),
    section: 'sign_in',
    kind: 'number',
    label: 'Idle timeout',
    reason: 'Inactive users are signed out after this time. Enter 0 to turn off.',
    unit: 'minutes',
    variable: 'SESSION_IDLE_MINUTES',
  }),
  two_factor: declare({
    section: 'sign_in',
    kind: 'requirement',
    label: 'Require two-factor authentication',
    reason: 'Users who don’t have it yet will be asked to set it up at their next sign-in.',
    value: z.enum(twoFactorRules),
    input: documentedAs(
      fields.filterText(20).pipe(z.enum(twoFactorRules, 'Must be one of the allowed values').optional()),
      z.enum(twoFactorRules),
    ),
    initial: 'roles',
  }),
  sign_in_attempts: declare({
    ...number(3, 100, 5),
    section: 'sign_in',
    kind: 'number',
    label: 'Failed sign-in limit',
    reason: 'Number of failed attempts from one IP address before an account is locked temporarily.',
    unit: 'attempts',
  }),
  sign_in_window_minutes: declare({
    ...number(1, 1440, 15),
    section: 'sign_in',
    kind: 'number',
    label: 'Lockout period',
    reason: 'The time for which failed attempts are counted and the account stays locked.',
    unit: 'minutes',
  }),

  backup_is_scheduled: declare({
    section: 'backup',
    kind: 'switch',
    label: 'Nightly backup',
    reason: 'Backs up all data and files once a day. The last 7 days, 4 weeks and 12 months are stored.',
    value: z.boolean(),
    input: fields.optionalBoolean,
    initial: true,
  }),
  backup_time: declare({
    section: 'backup',
    kind: 'time',
    label: 'Start time',
    reason: 'The time at which the nightly backup starts.',
    value: z.string(),
    input: fields
      .text(5)
      .pipe(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 02:00'))
      .optional(),
    initial: '02:00',
  }),
  backup_time_zone: declare({
    section: 'backup',
    kind: 'time_zone',
    label: 'Time zone',
    reason: 'The time zone of the start time.',
    value: z.string(),
    input: fields
      .text(64)
      .pipe(z.string().refine(isTimeZone, 'Must be a time zone such as Europe/Istanbul'))
      .optional(),
    initial: 'UTC',
  }),
} as const;

export type SettingKey = keyof typeof declaredSettings;
export type SettingValues = {
  readonly [Key in SettingKey]: z.output<(typeof declaredSettings)[Key]['value']>;
};

export const settingKeys = Object.keys(declaredSettings) as SettingKey[];
export const keysOfSection = (section: SettingSection): SettingKey[] =>
  settingKeys.filter((key) => declaredSettings[key].section === section);
