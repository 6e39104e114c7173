import { capitalise } from './capitalise.ts';
import { limits } from './limits.ts';

/** The messages of the product. Screens and routes use only these. */
export interface ResourceMessages {
  readonly fetchFailed: string;
  readonly addFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
  readonly created: string;
  readonly updated: string;
  readonly deleted: string;
  /** Messages of the screen for responses without a message. */
  readonly screen: ScreenMessages;
}

export interface ScreenMessages {
  readonly loadFailed: string;
  /** For a create response with `success: false`. */
  readonly createFailed: string;
  /** For an update response with `success: false`. */
  readonly updateFailed: string;
  /** For a create that failed otherwise: an HTTP error or no response. */
  readonly createBroken: string;
  /** For an update that failed otherwise. */
  readonly updateBroken: string;
  readonly deleteFailed: string;
}

/**
 * Messages of a resource: `resourceMessages('story book', 'story books')`. The screen uses the same messages as the
 * store, except for those in `screen`.
 */
export function resourceMessages(
  singular: string,
  plural: string,
  screen: Partial<ScreenMessages> = {},
): ResourceMessages {
  const subject = capitalise(singular);
  const store = {
    fetchFailed: `Failed to fetch ${plural}`,
    addFailed: `Failed to add ${singular}`,
    updateFailed: `Failed to update ${singular}`,
    deleteFailed: `Failed to delete ${singular}`,
  };
  return {
    ...store,
    created: `${subject} created successfully`,
    updated: `${subject} updated successfully`,
    deleted: `${subject} deleted successfully`,
    screen: {
      loadFailed: store.fetchFailed,
      createFailed: store.addFailed,
      updateFailed: store.updateFailed,
      createBroken: store.addFailed,
      updateBroken: store.updateFailed,
      deleteFailed: store.deleteFailed,
      ...screen,
    },
  };
}

/** Returns screen messages that mention saving when no response could be read. */
export function savingMessages(singular: string): Partial<ScreenMessages> {
  const saveFailed = `Failed to save ${singular}`;
  return { createBroken: saveFailed, updateBroken: saveFailed };
}

const challengeSaveFailed = 'Failed to save challenge. Please try again later.';

/** Screen messages of challenges. */
export const challengeScreenMessages: Partial<ScreenMessages> = {
  loadFailed: 'Failed to load challenges. Please try again later.',
  createFailed: challengeSaveFailed,
  updateFailed: challengeSaveFailed,
  createBroken: challengeSaveFailed,
  updateBroken: challengeSaveFailed,
  deleteFailed: 'Failed to delete challenge.',
};

/** Validation messages, displayed beside the field. If a message is displayed alone, the name of the field precedes it. */
export const valueMessages = {
  mustBeObject: 'Must be an object',
  mustBeList: 'Must be a list',
  mustBeText: 'Must be text',
  mustBeNumber: 'Must be a number',
  mustBeWholeNumber: 'Must be a whole number',
  mustBeYesOrNo: 'Must be true or false',
  mustBeId: 'Must be an ID',
  mustBeVersion: 'Must be a version number',
  mustBeSeconds: 'Must be 0 or more seconds',
  mustBeAuthor: 'Must be an object with name and id',
  tooLong: (max: number) => `Must be at most ${max} characters`,
  tooManyEntries: (max: number, noun: string) => `Must have at most ${max} ${noun}`,
  numberTooLarge: 'Number is too large',
  notValid: 'Is not valid',
  noLanguage: 'Unknown language',
  twice: 'Is a duplicate',
  duplicateCode: 'This code is already used by another language',
  duplicateName: 'This name is already used by another language',
  noYear: 'The year must be a number of up to 4 digits',
  endNotBehindStart: 'The end must be after the start',
  endBehindAudio: 'The end is past the end of the audio',
  noAudioOfImport: 'Audio not found in this import',
  noTextOfImport: 'Text not found in this import',
  noCoverOfImport: 'Cover not found in this import',
  mustBeUnique: 'Must be unique',
  mustBeIsbn: 'Must be a valid ISBN. Check the digits.',
  mustBeGtin: 'Must be a valid GTIN. Check the digits.',
  mustBeDoi: 'Must be a DOI, such as 10.1000/182',
  mustBeIdentifiers: 'Must be types and values, such as ASIN: B07H4T2QK1; LCCN: 2001345678',
  mustBeDate: 'Must be a date in the format YYYY-MM-DD',
  mustBeLanguageCode: 'Must be an ISO 639 language code, such as fr',
  mustBeOneOf: (values: readonly string[]) => `Must be one of: ${values.join(', ')}`,
  mustBeLink: 'Must be an http or https address',
  mustBeSimple: 'Must be text, a number, true or false',
  choiceNameRequired: 'Enter a name for each choice',
  labelRequired: 'Label is required',
  ageOutOfRange: (max: number) => `Must be an age from 0 to ${max}`,
  mustBeCountry: 'Must be an ISO 3166-1 alpha-2 country code, such as TR',
  mustBeRights: 'Must be a list of rights, or text such as DE AT 2026-01-01..2027-12-31',
  noTerritory: 'Add at least one territory',
  unknownTerritory: (code: string, regions: readonly string[]) =>
    `Unknown territory ${code}. Use ISO 3166-1 country codes, WORLD, ${regions.join(', ')}`,
  uselessException: 'Only WORLD and regions can exclude countries',
  excludedTerritory: (code: string) => `${code} is both included and excluded`,
  customFieldRequired: (label: string) => `${label} is required.`,
  ofCustomField: (label: string, message: string) =>
    `${label} ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  mustBeSample: 'Must be a chapter with start and end in seconds, such as CH-01 12.5-45',
  sampleLength: (min: number, maxMinutes: number) =>
    `A sample must be at least ${min} second and at most ${maxMinutes} minutes long`,
  lastDayBeforeFirst: 'The last day can’t be before the first day',
  mustBeSubjects: 'Must be a list of subjects, or text such as Thema:FBA; BISAC:FIC019000',
  mustBeSubject: 'Must be a scheme and a code, such as Thema:FBA',
  ofSubject: (position: number, message: string) => `Subject ${position}: ${message}`,
  schemeNameRequired: 'Name is required',
  mustBeSchemeName: 'Must not contain colons, semicolons or equals signs',
  sameRight: (position: number) => `Same as right ${position}`,
  ofRight: (position: number, message: string) => `Right ${position}: ${message}`,
} as const;

export const messages = {
  profileFailed: 'Failed to get profile',
  loginFailed: 'Login failed',
  validationFailed: 'Validation failed',
  allFieldsRequired: 'All fields are required',
  itemMustBeValidated: 'Item must be validated',
  nameRequired: 'Name is required',
  categoryRequired: 'Category is required',
  titleRequired: 'Title is required',
  blockTitleRequired: 'Block title is required',
  descriptionRequired: 'Description is required',
  challengeDaysTooFew: 'Duration must be at least 1 day',
  challengeDaysTooMany: `Duration can be at most ${limits.maxChallengeDays} days`,
  challengeBooksRequired: 'At least one book is required',
  chapterCountNegative: 'Chapter count can’t be negative',
  durationNegative: 'Duration can’t be negative',
  emailRequired: 'Email is required',
  emailInvalid: 'Enter a valid email address',
  passwordRequired: 'Password is required',
  passwordTooShort: `The password must have at least ${limits.minPasswordLength} characters.`,
  passwordTooWeak: 'This password is too easy to guess. Use a longer password or a few unrelated words.',
  codeRequired: 'Code is required',
  challengeRequired: 'Start by entering your password',
  providerRequired: 'Select a provider',
  providerResponseRequired: 'Response of the provider is required',
  previewLinkInvalid: 'This preview link has expired or was revoked. Ask for a new link.',
  linkInvalid: 'This link has expired or was already used. Request a new one.',
  searchBooksFailed: 'Failed to search books',
  searchAuthorsFailed: 'Failed to search authors',
  searchPublishersFailed: 'Failed to search publishers',
  bookCodeRequired: 'Book code is required',
  bookDuplicated: (code: string) => `Book ${code} is already in this list`,
  orderNegative: 'Order can’t be negative',
  durationRequired: 'Duration is required',
  languageUnknown: 'Unknown language',
  blockTypeUnknown: 'Block type is unknown',
  serviceUnknown: 'The service must be main or backup.',
  checkUnknown: 'Unknown check',
  listUnknown: 'Unknown list',
  releaseStatusUnknown: 'Unknown status',
  releaseColourUnknown: 'Unknown color',
  timeZoneRequired: 'Time zone is required',
  timeZoneUnknown: 'Unknown time zone',
  releaseTimeRequired: 'Enter a date and time',
  releaseTimeInvalid: 'Enter a valid date and time',
  commentRequired: 'Enter a comment',
  tooManyMentions: 'A comment can mention up to 50 users',
  releaseEndsTooEarly: 'The end must be later than the start',
  choiceUnknown: 'Unknown choice',
  reasonRequired: 'Reason is required',
  unexpected: 'Unexpected Application Error!',
} as const;

/** Messages of successful responses that need more than "OK". */
export const responseMessages = {
  signedIn: 'Signed in',
  signedOut: 'Signed out',
  passwordSet: 'Password set. Sign in to continue.',
  importDiscarded: 'Import discarded',
  sendBytes: 'Upload created',
} as const;
