import { countOf, formatCount } from './format-count.ts';
import { type ErrorCode, codeAbout } from './error-codes.ts';
import { limits } from './limits.ts';
import { messages, valueMessages } from './messages.ts';

/** An error as clients receive it: a code for programs and a message for users. */
export interface ErrorInfo {
  readonly code: ErrorCode;
  readonly message: string;
}

const errorInfo = (code: ErrorCode, message: string): ErrorInfo => ({ code, message });

const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Maximum number of unknown codes in one message. */
const MAX_NAMED = 5;

const nothingLeadsTo = (noun: string, code: string) =>
  errorInfo('reference.unknown', `No ${noun} found with code ${code}.`);

/** All messages of failed requests, each with its code. Messages about single values are in `messages.ts`. */
export const knownErrors = {
  /* Authentication */
  notSignedIn: errorInfo('session.required', 'Sign in to continue.'),
  wrongCredentials: errorInfo('session.wrong_credentials', 'Incorrect email or password.'),
  tooManySignIns: errorInfo(
    'session.throttled',
    'Too many failed sign-ins. Wait a few minutes and try again.',
  ),
  tooOften: errorInfo('request.throttled', 'Too many requests. Wait a moment and try again.'),
  tooManyExports: errorInfo(
    'request.throttled',
    'Several of your exports are still running. Wait until one of them is complete.',
  ),
  userOnly: errorInfo('permission.user_only', 'API tokens can’t be used for this. Sign in instead.'),
  noPermission: errorInfo('permission.missing', 'You don’t have permission to do this.'),
  ownAccount: errorInfo(
    'permission.own_account',
    'Change your own password and two-factor authentication in your profile.',
  ),
  reauthenticationRequired: errorInfo(
    'permission.reauthentication_required',
    'Confirm your identity with your password or a passkey.',
  ),

  /* Bulk edits */
  otherCount: (expected: number, actual: number) =>
    errorInfo(
      'record.conflict',
      `The list has changed: it showed ${countOf(expected, 'book')} and now has ${formatCount(actual)}. Review it before you continue.`,
    ),
  notUndoable: errorInfo('record.conflict', 'This change can’t be undone.'),
  undoneAlready: errorInfo('record.conflict', 'This change has already been undone.'),
  spreadsheetMissing: errorInfo('field.required', 'Select a spreadsheet.'),
  spreadsheetUnreadable: (reason: string) => errorInfo('file.damaged', reason),
  backupFailed: (reason: string) => errorInfo('backups.failed', reason),
  spreadsheetElsewhere: errorInfo(
    'record.conflict',
    'This spreadsheet was previewed in another release or live. Preview it again.',
  ),
  spreadsheetApplied: errorInfo('record.conflict', 'This spreadsheet has already been imported.'),
  spreadsheetFormatUnknown: (formats: string) => errorInfo('request.invalid', `Must be one of: ${formats}.`),
  stillRunning: errorInfo('record.conflict', 'This update is still running. Stop it first.'),
  nothingToChange: errorInfo('request.invalid', 'Select at least one field to change.'),
  standsAlone: errorInfo(
    'request.invalid',
    'Deleting books or adding them to a list can’t be combined with other changes.',
  ),
  tooManyLinked: (max: number) =>
    errorInfo('list.too_long', `You can link up to ${max} books at once. Select fewer books.`),
  booksRequired: errorInfo(
    'request.invalid',
    'Select books, or provide a filter and the expected number of books.',
  ),
  listTooLong: (max: number) =>
    errorInfo('request.invalid', `A list can contain up to ${max} books. Select fewer books.`),

  /* Views */
  viewNameTaken: (name: string) =>
    errorInfo('views.name_taken', `You already have a view named “${name}”. Choose another name.`),
  tooManyViews: (max: number) =>
    errorInfo('record.conflict', `You can save up to ${max} views per list. Delete one you no longer use.`),
  tooManySharedViews: (max: number) =>
    errorInfo('record.conflict', `A list can have up to ${max} shared views. Delete one you no longer use.`),
  viewOfOthers: errorInfo(
    'permission.missing',
    'Only the owner and users who can edit settings can change this view.',
  ),
  viewNotShared: errorInfo(
    'permission.missing',
    'You need edit permission for these records to share a view. Save it as a private view instead.',
  ),
  filterUnknown: errorInfo('request.invalid', 'Unknown filter.'),
  filterInvalid: errorInfo('request.invalid', 'Invalid filter value.'),
  columnUnknown: errorInfo('request.invalid', 'Unknown or required column.'),

  /* Releases */
  releaseClosed: errorInfo('releases.closed', 'This release is closed. Its changes can’t be edited.'),
  releaseNotPublished: errorInfo('releases.closed', 'This release isn’t published.'),
  releaseScheduled: errorInfo(
    'releases.closed',
    'This release is scheduled. Remove it from the schedule first.',
  ),
  releaseNotScheduled: errorInfo('releases.closed', 'This release isn’t scheduled.'),
  releaseIsLive: errorInfo('releases.closed', 'This release is live. Roll it back or archive it.'),
  releaseEmpty: errorInfo('releases.problems', 'This release has no changes.'),
  releaseProblems: (count: number) =>
    errorInfo(
      'releases.problems',
      `${countOf(count, 'change')} can’t be published. Resolve the problems first. Nothing was published.`,
    ),
  releaseKeeps: (count: number) =>
    errorInfo(
      'releases.problems',
      `${countOf(count, 'record')} ${count === 1 ? 'was' : 'were'} changed since and can’t be rolled back. Nothing was rolled back.`,
    ),
  releaseFull: (max: number) =>
    errorInfo('releases.problems', `A release can have up to ${formatCount(max)} changes.`),
  tooManyReleases: (max: number) =>
    errorInfo('record.conflict', `You can have up to ${max} open releases. Archive one you no longer need.`),
  releaseUnsupported: errorInfo(
    'releases.unsupported',
    'This can’t be saved into a release. Switch to Live first.',
  ),
  releaseTimePast: errorInfo(
    'request.invalid',
    'The time must be in the future. To publish now, use “Publish now”.',
  ),
  tooManyComments: (max: number) => errorInfo('record.conflict', `A release can have up to ${max} comments.`),
  commentOfOthers: errorInfo('permission.missing', 'This is a comment of another user.'),
  mentionUnknown: errorInfo(
    'request.invalid',
    'A mentioned user doesn’t exist or can’t edit releases. Remove the mention.',
  ),
  releaseRollsBack: errorInfo('audit_log.cannot_undo', 'Roll back the release instead.'),
  previewTimeUnknown: errorInfo('request.invalid', 'The audit log doesn’t go back that far.'),
  previewTimePurged: (name: string) =>
    errorInfo(
      'request.invalid',
      `The record “${name}” was deleted permanently since then. Choose a later time.`,
    ),
  previewTimeFar: (max: number) =>
    errorInfo(
      'request.invalid',
      `There are more than ${formatCount(max)} changes since then. Choose a later time.`,
    ),

  /* Contributors */
  tooManyNarrators: errorInfo(
    'request.invalid',
    `The names of all narrators can have ${formatCount(limits.maxNameLength)} characters in total.`,
  ),
  noContributor: (name: string) => errorInfo('request.invalid', `No contributor is named “${name}”.`),
  mergedIntoItself: errorInfo('request.invalid', 'A contributor can’t be merged into itself.'),
  authorNameTaken: (name: string) =>
    errorInfo(
      'authors.name_taken',
      `A contributor named “${name}” already exists. Merge the two contributors instead.`,
    ),

  /* Users */
  passwordTooShort: errorInfo('text.too_short', messages.passwordTooShort),
  passwordTooWeak: errorInfo('password.weak', messages.passwordTooWeak),
  passwordWrong: errorInfo('password.wrong', 'Your current password is incorrect.'),
  tokenBeyondOwn: errorInfo(
    'permission.beyond_own',
    'You can only give a token permissions you have yourself.',
  ),
  tooManyPreviewLinks: (max: number) =>
    errorInfo(
      'record.conflict',
      `You’ve reached the limit of ${max} preview links. Revoke one you no longer need.`,
    ),
  tooManyTokens: (max: number) =>
    errorInfo(
      'record.conflict',
      `You’ve reached the limit of ${max} API tokens. Revoke one you no longer use.`,
    ),
  codeWrong: errorInfo('code.wrong', 'Incorrect or already used code. Wait for a new code and try again.'),
  codeRejected: errorInfo(
    'session.wrong_code',
    'Incorrect or already used code. Wait for a new code and try again.',
  ),
  passkeyRejected: errorInfo('passkey.rejected', 'This passkey wasn’t accepted. Try again.'),
  passkeyUnknown: errorInfo(
    'session.wrong_passkey',
    'This passkey wasn’t accepted. Sign in with your password.',
  ),
  noPasskeyHost: errorInfo(
    'passkeys.no_host',
    'Passkeys need the host name of this server, such as books.example.org. Ask your system administrator to set PUBLIC_URL.',
  ),
  tooManyPasskeys: (max: number) =>
    errorInfo(
      'record.conflict',
      `You’ve reached the limit of ${max} passkeys. Remove one you no longer use.`,
    ),
  signInEnded: errorInfo(
    'session.challenge_ended',
    'The sign-in timed out or had too many incorrect codes. Sign in again.',
  ),
  passwordSignInOff: errorInfo(
    'session.password_off',
    'Password and passkey sign-in is turned off. Sign in with a provider.',
  ),
  providerRejected: errorInfo('providers.rejected', 'The provider didn’t confirm the sign-in. Try again.'),
  providerUnavailable: errorInfo(
    'providers.unavailable',
    'The sign-in provider is unavailable. Try again later.',
  ),
  providerAccountMissing: errorInfo(
    'session.no_account',
    'No account is linked to this sign-in. Sign in another way and link the provider in your profile, or ask an administrator for an account.',
  ),
  providerEmailUnverified: errorInfo(
    'session.no_account',
    'Your email address isn’t verified at the provider. Verify it there and try again.',
  ),
  providerRoleMissing: errorInfo(
    'session.no_account',
    'You’re in none of the groups that can use this product. Ask an administrator.',
  ),
  noProviderHost: errorInfo(
    'providers.no_host',
    'Sign-in providers need the address of this server. Ask your system administrator to set PUBLIC_URL.',
  ),
  identityTaken: errorInfo('identities.taken', 'This account is already linked to another user.'),
  lastIdentity: errorInfo(
    'identities.last',
    'This is your only way to sign in. Set a password or link another provider first.',
  ),
  enrolmentEnded: errorInfo('code.expired', 'Setup timed out. Start again.'),
  totpPresent: errorInfo(
    'two_factor.present',
    'An authenticator app is already set up. Remove it before adding another.',
  ),
  totpMissing: errorInfo('two_factor.missing', 'No authenticator app is set up.'),
  twoFactorMissing: errorInfo('two_factor.missing', 'Two-factor authentication isn’t set up.'),
  previewLinkInvalid: errorInfo('preview_links.not_found', messages.previewLinkInvalid),
  linkInvalid: errorInfo('links.not_found', messages.linkInvalid),
  beyondOwn: errorInfo('permission.beyond_own', 'You can’t grant a permission you don’t have.'),
  mayDoMore: errorInfo(
    'permission.beyond_own',
    'You can’t change this user because they have permissions you don’t have.',
  ),
  lastManager: errorInfo(
    'users.last_manager',
    'This is the last active user who can manage users. Give another user that permission first.',
  ),
  primaryAdmin: errorInfo(
    'users.primary_admin',
    'This is the primary administrator. Its email and permissions are set in the server configuration (ADMIN_EMAIL).',
  ),
  userSuspended: errorInfo('users.suspended', 'This user is suspended. Restore the account first.'),
  emailTaken: (email: string) =>
    errorInfo('users.email_taken', `A user with the email ${email} already exists.`),
  noRole: errorInfo('reference.unknown', 'Role not found.'),
  builtInRole: errorInfo('roles.built_in', 'Built-in roles can’t be changed. Create a custom role instead.'),
  roleNameTaken: (name: string) => errorInfo('roles.name_taken', `A role named “${name}” already exists.`),
  tooManyRoles: (max: number) => errorInfo('record.conflict', `You can have up to ${max} roles.`),
  roleInUse: (users: number) =>
    errorInfo(
      'roles.in_use',
      `${countOf(users, 'user')} ${users === 1 ? 'has' : 'have'} this role. Assign them another role first.`,
    ),
  accountExists: (email: string) => errorInfo('record.conflict', `An account for ${email} already exists.`),

  /* Settings */
  addressNeedsAll: errorInfo(
    'permission.missing',
    'Only users with all permissions can change the address of this product.',
  ),
  setByEnvironment: (label: string) =>
    errorInfo(
      'settings.fixed',
      `The setting “${label}” comes from an environment variable and can’t be changed here.`,
    ),
  /** @param size formatted: "10 MB" */
  aboveCeiling: (size: string) => errorInfo('number.out_of_range', `The server limit is ${size}.`),
  emailExpired: errorInfo('emails.not_found', 'This email has expired and wasn’t sent. Request a new one.'),
  emailRejected: errorInfo('emails.rejected', 'The mail server rejected this address.'),
  mailServerSilent: errorInfo('server.unavailable', 'The mail server is unavailable. Try again later.'),
  languageStays: (label: string) =>
    errorInfo('request.invalid', `${label} can’t be removed. Turn it off instead.`),
  languageInUse: (label: string) =>
    errorInfo('record.in_use', `${label} can’t be removed because it’s used by books. Turn it off instead.`),
  noLanguageOffered: errorInfo('request.invalid', 'At least one language must be available.'),
  notOffered: errorInfo('request.invalid', 'The default language must be available for new books.'),

  /* HTTP requests */
  unreadable: errorInfo('request.unreadable', 'The request couldn’t be read.'),
  pathUnknown: errorInfo('path.not_found', 'Endpoint not found.'),
  methodNotAllowed: errorInfo('path.method_not_allowed', 'Method not allowed.'),
  tooSlow: errorInfo('request.timeout', 'The request timed out.'),
  tooLarge: errorInfo('request.too_large', 'The request is too large.'),
  addressTooLong: errorInfo('request.uri_too_long', 'The URL is too long.'),
  typeUnsupported: errorInfo(
    'request.unsupported_encoding',
    'The content type of the request isn’t supported.',
  ),
  expectationFailed: errorInfo('request.expectation_failed', 'The Expect header isn’t supported.'),
  headersTooLarge: errorInfo('request.headers_too_large', 'The request headers are too large.'),

  /* Request bodies */
  uploadHalted: errorInfo('request.timeout', 'The upload timed out.'),
  uploadBroken: errorInfo('request.interrupted', 'The upload was interrupted.'),
  formTooLarge: errorInfo('request.too_large', 'The form is too large.'),
  tooManyValues: errorInfo('request.too_many_values', 'The request contains too many values.'),
  tooManyFields: errorInfo('request.too_many_values', 'The form contains too many fields.'),
  neitherJsonNorForm: errorInfo(
    'request.unsupported_encoding',
    'The request must be sent as JSON or as a form.',
  ),
  notUtf8: errorInfo('request.malformed', 'The request isn’t valid UTF-8 text.'),
  notJson: errorInfo('request.malformed', 'The request isn’t valid JSON.'),
  notAnObject: errorInfo('request.malformed', 'The request must be a JSON object.'),
  nestedTooDeeply: errorInfo('request.malformed', 'The request is nested too deeply.'),
  textTooLong: errorInfo('request.malformed', 'A value in the request is too long.'),
  formUnreadable: errorInfo('request.malformed', 'The form couldn’t be read.'),
  fieldNameTooLong: errorInfo('request.malformed', 'A form field name is too long.'),
  fieldNestedTooDeeply: errorInfo('request.malformed', 'A form field is nested too deeply.'),
  fieldTooLong: errorInfo('text.too_long', 'The text is too long.'),
  keyLength: (max: number) =>
    errorInfo('idempotency_key.invalid', `The Idempotency-Key must be 1 to ${max} characters long.`),
  keyReused: errorInfo(
    'idempotency_key.reused',
    'This Idempotency-Key was already used for a different request.',
  ),

  /* Files */
  oneFileOnly: errorInfo('file.repeated', 'Only one file can be uploaded.'),
  /** @param size formatted: "10 MB" */
  fileTooLarge: (file: FileNoun, size: string) =>
    errorInfo('file.too_large', `The ${file} is too large. The maximum size is ${size}.`),
  tooManyPixels: (millions: number) =>
    errorInfo('file.too_large', `The image has too many pixels. The maximum is ${millions} megapixels.`),
  imageTooLong: (pixels: number) =>
    errorInfo(
      'file.too_large',
      `The image is too wide or too high. The maximum is ${pixels.toLocaleString('en')} pixels.`,
    ),
  fileUnsupported: (file: FileNoun, kinds: readonly string[]) =>
    errorInfo(
      'file.unsupported',
      `The ${file} must be ${file === 'image' ? 'a' : 'an'} ${disjunction.format(kinds)} file.`,
    ),
  fileDamaged: (file: FileNoun) => errorInfo('file.damaged', `The ${file} is damaged and couldn’t be read.`),
  fileTooSlow: errorInfo('file.damaged', 'Processing this file timed out.'),
  audioKindUnknown: (kind: string) =>
    errorInfo(
      'file.unsupported',
      `This audio uses the ${kind} codec, which isn’t supported. Convert it to AAC, MP3 or FLAC.`,
    ),
  rangeBeyondEnd: errorInfo('file.range_not_satisfiable', 'The requested range is past the end of the file.'),

  /* Records */
  notFound: (noun: string) =>
    errorInfo(codeAbout(noun, 'not_found'), `This ${noun} doesn’t exist or was deleted.`),
  noHomeScreen: (service: string) =>
    errorInfo('mobile_home.not_found', `No home screen for the ${service} service yet.`),
  changedMeanwhile: (noun: string) =>
    errorInfo(
      codeAbout(noun, 'version_conflict'),
      `This ${noun} was changed by someone else since you opened it.`,
    ),
  /** @param users formatted: "3 books" */
  inUse: (noun: string, users: readonly string[]) =>
    errorInfo(
      codeAbout(noun, 'in_use'),
      `This ${noun} can’t be deleted because it’s used by ${conjunction.format(users)}.`,
    ),
  codeTaken: (code: string) => errorInfo('code.taken', `The code ${code} is already in use.`),
  isbnTaken: (name: string, code: string) =>
    errorInfo('books.isbn_taken', `The book “${name}” (${code}) has this ISBN.`),
  customFieldUnknown: (key: string) => errorInfo('reference.unknown', `No custom field has the key ${key}.`),
  customFieldRequired: (label: string) =>
    errorInfo('field.required', valueMessages.customFieldRequired(label)),
  /** @param message of `valueMessages`, such as “Must be a number” */
  customFieldInvalid: (label: string, message: string) =>
    errorInfo('request.invalid', valueMessages.ofCustomField(label, message)),
  customLabelTaken: (label: string) =>
    errorInfo('record.conflict', `A custom field named “${label}” already exists.`),
  tooManyCustomFields: (max: number) =>
    errorInfo('record.conflict', `You can have up to ${max} custom fields. Delete one you no longer use.`),
  choicesRequired: errorInfo('request.invalid', 'Add at least one choice.'),
  choiceRepeated: (name: string) => errorInfo('list.repeated_entry', `The choice “${name}” is a duplicate.`),
  choiceUnknown: errorInfo('reference.unknown', 'This choice doesn’t exist or was removed.'),
  choiceInUse: (name: string, books: number) =>
    errorInfo(
      'record.in_use',
      `${countOf(books, 'book')} ${books === 1 ? 'has' : 'have'} the choice “${name}”. Change them first.`,
    ),
  subjectSchemeUnknown: (name: string) =>
    errorInfo('reference.unknown', `No subject scheme is named “${name}”.`),
  subjectNotListed: (scheme: string, code: string) =>
    errorInfo('reference.unknown', `The list of ${scheme} doesn’t contain the code ${code}.`),
  subjectSchemeTaken: (name: string) =>
    errorInfo('subject_schemes.name_taken', `A subject scheme named “${name}” already exists.`),
  subjectSchemeRenamed: (name: string, current: string) =>
    errorInfo('subject_schemes.name_taken', `The subject scheme “${current}” was named “${name}” before.`),
  tooManySubjectSchemes: (max: number) =>
    errorInfo('record.conflict', `You can have up to ${max} subject schemes.`),
  subjectSchemeInUse: (name: string, books: number) =>
    errorInfo(
      'record.in_use',
      `${countOf(books, 'book')} ${books === 1 ? 'has a subject' : 'have subjects'} of ${name}.`,
    ),
  subjectListInvalid: errorInfo('request.invalid', 'The list couldn’t be read. Use a CSV or TSV file.'),
  subjectLineInvalid: (line: number) =>
    errorInfo(
      'request.invalid',
      `Line ${line} has no valid code. Codes can’t contain semicolons or equals signs.`,
    ),
  subjectListTooLong: (max: number) =>
    errorInfo('list.too_long', `A list can have up to ${formatCount(max)} codes.`),
  customOrderIncomplete: errorInfo('request.invalid', 'The order must contain each custom field once.'),
  publisherNameTaken: (name: string) =>
    errorInfo('publishers.name_taken', `A publisher named “${name}” already exists.`),
  noImprint: (id: number) => errorInfo('reference.unknown', `The publisher has no imprint with ID ${id}.`),
  imprintInUse: (name: string, books: number) =>
    errorInfo(
      'imprints.in_use',
      `The imprint “${name}” can’t be removed because it’s used by ${countOf(books, 'book')}.`,
    ),
  tooManyImprints: (max: number) =>
    errorInfo('list.too_long', `A publisher can have up to ${formatCount(max)} imprints.`),
  unknownImprint: (name: string) =>
    errorInfo('reference.unknown', `No imprint found named “${name}”. Enter its publisher too.`),
  ambiguousImprint: (name: string) =>
    errorInfo(
      'reference.unknown',
      `Several publishers have an imprint named “${name}”. Enter the publisher too.`,
    ),
  ageToBelowFrom: errorInfo('number.out_of_range', 'The highest age can’t be below the lowest age.'),
  editionOfItself: errorInfo('reference.to_itself', 'A book can’t be an edition of itself.'),
  sampleWithoutChapter: (code: string) => nothingLeadsTo('chapter', code),
  sampleWithoutAudio: errorInfo('sample.no_audio', 'This chapter has no audio.'),
  sampleFormat: errorInfo('sample.no_audio', 'Samples are made from MP3, M4A, M4B and WAV files only.'),
  sampleBeyondChapter: errorInfo('number.out_of_range', 'The sample ends after the chapter.'),
  codesRepeated: errorInfo('list.repeated_entry', 'Codes must be unique within their parent.'),
  noCategory: (code: string) => nothingLeadsTo('category', code),
  noSubCategory: (code: string) => nothingLeadsTo('sub-category', code),
  otherCategory: errorInfo(
    'reference.mismatched',
    'This sub-category doesn’t belong to the selected category.',
  ),
  noBooks(codes: readonly string[]) {
    const [first = '', ...others] = codes;
    if (others.length === 0) return nothingLeadsTo('book', first);
    const namedCodes = codes.slice(0, MAX_NAMED).join(', ');
    const more = codes.length - MAX_NAMED;
    return errorInfo(
      'reference.unknown',
      `No books found with codes ${namedCodes}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  },
  noChapter: (book: string, code: string) =>
    errorInfo('reference.unknown', `The book “${book}” has no chapter with code ${code}.`),
  noTextItem: (book: string, chapter: string, code: string) =>
    errorInfo(
      'reference.unknown',
      `The chapter “${chapter}” of “${book}” has no text item with code ${code}.`,
    ),
  /** @param number of the block, from 1 */
  noBlockItem: (number: number, noun: string, id: number) =>
    errorInfo('reference.unknown', `Block ${number}: no ${noun} with ID ${id}.`),

  /* Book content */
  breaksStories: (items: number) =>
    errorInfo(
      'book_content.breaks_stories',
      items === 1
        ? '1 story item refers to text you’re deleting.'
        : `${items} story items refer to text you’re deleting.`,
    ),
  duplicateChapter: errorInfo('list.repeated_entry', 'A chapter can only appear once.'),
  duplicateText: errorInfo('list.repeated_entry', 'A text item can only appear once.'),
  tooManyTexts: (max: number) => errorInfo('list.too_long', `A book can have up to ${max} text items.`),
  timesReversed: errorInfo('number.out_of_range', 'The end must be after the start.'),
  timeWithoutStart: errorInfo('number.out_of_range', 'An end time requires a start time.'),
  timesOverlap: (name: string) => errorInfo('number.out_of_range', `The time overlaps with “${name}”.`),
  timesOutOfOrder: errorInfo('number.out_of_range', 'It must not start before the previous text item.'),
  beyondAudio: errorInfo('number.out_of_range', 'The time is past the end of the audio.'),
  sentencesWrong: errorInfo('number.out_of_range', 'Sentences must be in order and within the text.'),
  noAudioOfBook: errorInfo('reference.unknown', 'This audio doesn’t belong to a chapter of this book.'),
  uploadNotReady: errorInfo('reference.unknown', 'Upload not found or not finished.'),
  nothingToAlign: errorInfo('request.invalid', 'No chapters have both text and audio to sync.'),

  /* Uploads */
  otherProtocol: (version: string) =>
    errorInfo(
      'upload.version_unsupported',
      `Uploads require tus ${version}: send Tus-Resumable: ${version}.`,
    ),
  notBytes: (header: string) =>
    errorInfo('upload.malformed', `The ${header} header must be a number of bytes.`),
  metadataTooLong: errorInfo('upload.malformed', 'Upload-Metadata is too long.'),
  metadataUnreadable: errorInfo(
    'upload.malformed',
    'Upload-Metadata must be comma-separated pairs of a name and a Base64 value.',
  ),
  notUploadBytes: (type: string) =>
    errorInfo('request.unsupported_encoding', `Send the upload with content type ${type}.`),
  uploadTooLarge: (size: string) =>
    errorInfo('file.too_large', `The file is too large. The maximum size is ${size}.`),
  uploadBeyondSize: errorInfo('request.too_large', 'The upload is larger than its declared size.'),
  quotaExceeded: (quota: string) =>
    errorInfo(
      'upload.quota_exceeded',
      `You’ve reached your upload limit of ${quota}. Finish or cancel earlier uploads first.`,
    ),
  tooManyUploads: (max: string) =>
    errorInfo(
      'upload.quota_exceeded',
      `You’ve reached your limit of ${max} uploads. Finish or cancel earlier uploads first.`,
    ),
  uploadElsewhere: (receivedBytes: number, offset: number) =>
    errorInfo('record.conflict', `Upload offset mismatch: expected ${receivedBytes}, got ${offset}.`),
  uploadOvertaken: errorInfo(
    'record.conflict',
    'Upload offset conflict. Check the current offset and retry.',
  ),
  uploadYields: errorInfo('record.conflict', 'Another request has taken over this upload.'),
  uploadLocked: errorInfo('upload.locked', 'Another request is writing to this upload.'),
  uploadUnknown: errorInfo('reference.unknown', 'Upload not found.'),
  uploadOfImport: errorInfo('reference.unknown', 'This upload belongs to an import.'),
  uploadUnfinished: errorInfo('reference.unknown', 'This upload isn’t complete yet.'),
  fileAndUpload: errorInfo('file.repeated', 'Send either the file or the upload, not both.'),
  uploadExpired: errorInfo('upload.gone', 'This upload has expired.'),

  /* Audit log and trash */
  changedSince: (noun: string, who: string | undefined) =>
    errorInfo(
      'audit_log.changed_since',
      `This change wasn’t undone because the ${noun} has since been changed${who === undefined ? '' : ` by ${who}`}.`,
    ),
  alreadyUndone: errorInfo('audit_log.already_undone', 'This change has already been undone.'),
  undonePurge: errorInfo('audit_log.cannot_undo', 'Permanently deleted records can’t be restored.'),
  undoneAlone: errorInfo(
    'audit_log.cannot_undo',
    'This was caused by another change. Undo that change instead.',
  ),
  nothingToUndo: errorInfo('audit_log.cannot_undo', 'Nothing to undo.'),
  noLongerRetained: (what: string) =>
    errorInfo('audit_log.no_longer_retained', `The earlier ${what} is no longer available.`),
  ownerMissing: (noun: string, owner: string) =>
    errorInfo(
      'trash.owner_missing',
      `This ${noun} belongs to a deleted ${owner}. Restore the ${owner} first.`,
    ),
  otherRecordsEntry: errorInfo('reference.mismatched', 'This entry belongs to another record.'),

  /* Exports and imports */
  exportKindUnknown: (kinds: string) => errorInfo('request.invalid', `Must be one of: ${kinds}.`),
  importNothingChosen: errorInfo('request.invalid', 'Select what to import.'),
  seriesNotEditable: errorInfo('permission.missing', 'You don’t have permission to edit series.'),
  importNothingTaken: errorInfo('request.invalid', 'Select the fields to update.'),
  importNothingInIt: errorInfo('request.invalid', 'No supported files found.'),
  importNoPath: (path: string) => errorInfo('request.invalid', `File or folder not found: ${path}.`),
  duplicateImportUpload: errorInfo('request.invalid', 'Duplicate upload.'),
  importUploadTaken: errorInfo('reference.unknown', 'This upload belongs to another import.'),
  importTooLarge: (size: string) =>
    errorInfo('request.invalid', `The upload is larger than the limit of ${size}.`),
  importTooManyFiles: (max: string) =>
    errorInfo('request.invalid', `You can import up to ${max} files at once.`),
  importTooManyChapters: (max: string) =>
    errorInfo('request.invalid', `A book can have up to ${max} chapters.`),
  importFileMissing: (path: string) =>
    errorInfo('record.conflict', `The file ${path} wasn’t fully uploaded. Upload it again.`),
  importDiscardedMeanwhile: errorInfo(
    'record.conflict',
    'This import was discarded while it was being processed.',
  ),
  importAccepted: errorInfo('record.conflict', 'This import has already been added to the catalogue.'),
  importNotReady: (what: 'accepted' | 'changed') =>
    errorInfo(
      'record.conflict',
      `This import isn’t ready to be ${what === 'accepted' ? 'added to the catalogue' : 'changed'}.`,
    ),
  importNothingLeft: errorInfo(
    'record.conflict',
    'The files of this import are no longer available. Upload them again.',
  ),

  backupProtected: errorInfo(
    'record.conflict',
    'This is the newest backup that can be restored. It can be deleted after a newer one passes a restore test.',
  ),

  jobDone: errorInfo('record.conflict', 'This job has already completed.'),
  jobInProgress: errorInfo('record.conflict', 'This job is already in progress.'),

  audioDeletedMeanwhile: errorInfo('record.conflict', 'The file was deleted during processing.'),
  audioMissing: errorInfo('request.invalid', 'The audio no longer exists.'),

  /* Server */
  failed: (requestId: string) =>
    errorInfo('server.failed', `Something went wrong. If you contact support, quote reference ${requestId}.`),
  stopping: errorInfo('server.unavailable', 'The server is shutting down.'),
  busy: errorInfo('server.unavailable', 'The server is busy. Try again in a moment.'),
  /** @param what "database" */
  silent: (what: string) => errorInfo('server.unavailable', `The ${what} is not responding.`),
  late: (what: string) => errorInfo('server.unavailable', `The ${what} took too long to respond.`),
  storeSilent: errorInfo('server.unavailable', 'File storage is not responding. Try again in a moment.'),
  storeFolderMissing: errorInfo(
    'server.unavailable',
    'The file storage folder is missing. Ask your system administrator to restore it.',
  ),
  uploadFolderMissing: errorInfo(
    'server.unavailable',
    'The upload folder is missing. Ask your system administrator to restart the server.',
  ),
  databaseSilent: errorInfo('server.unavailable', 'The database is unavailable. Try again in a moment.'),
  databaseMissing: errorInfo(
    'server.unavailable',
    'The database file is missing or was replaced. Ask your system administrator to restart the server.',
  ),
  databaseLogMissing: errorInfo(
    'server.unavailable',
    'The database write-ahead log is missing. Ask your system administrator to restart the server.',
  ),
  databaseNotFlushed: errorInfo(
    'server.unavailable',
    'Changes can’t be written to disk. Ask your system administrator to check the disk and restart the server.',
  ),
  databaseDamaged: (what: string) =>
    errorInfo(
      'server.unavailable',
      `The database is damaged (${what}). Ask your system administrator to restore it from a backup.`,
    ),
  changesPaused: errorInfo(
    'server.changes_paused',
    'Changes are paused for a few seconds while the catalogue moves to another database. Nothing was changed. Try again in a moment.',
  ),
  catalogueMoved: errorInfo(
    'server.changes_paused',
    'The catalogue has moved to another database. Nothing was changed. Try again in a moment.',
  ),
  databaseFull: errorInfo(
    'storage.full',
    'The server is out of disk space. Nothing was changed. Contact your system administrator.',
  ),
  databaseReadOnly: errorInfo(
    'storage.read_only',
    'The database is read-only at the moment. Nothing was changed. Contact your system administrator.',
  ),
  storeReadOnly: errorInfo(
    'storage.read_only',
    'File storage is read-only at the moment. Nothing was saved. Contact your system administrator.',
  ),
  storeFull: errorInfo(
    'storage.full',
    'File storage is full. Nothing was saved. Contact your system administrator.',
  ),
} as const;

/** Nouns for files in messages. */
export type FileNoun = 'image' | 'audio file';
