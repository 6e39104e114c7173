import { type ErrorCode, codeAbout } from './error-codes.ts';
import { messages } from './messages.ts';

/** An error as clients see it: its code for programs, its message for users. */
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
  errorInfo('reference.unknown', `There is no ${noun} with the code ${code}.`);

/** All messages of failed requests, each with its code. Messages about single values are in `messages.ts`. */
export const knownErrors = {
  /* Authentication */
  notSignedIn: errorInfo('session.required', 'Please sign in.'),
  wrongCredentials: errorInfo('session.wrong_credentials', 'The e-mail or the password is wrong.'),
  tooManySignIns: errorInfo(
    'session.throttled',
    'Too many failed sign-ins. Please wait a while and try again.',
  ),
  tooOften: errorInfo('request.throttled', 'This was done too often. Please wait a while and try again.'),
  tooManyExports: errorInfo(
    'request.throttled',
    'Several of your exports are still running. Please wait until one of them is complete.',
  ),
  userOnly: errorInfo('permission.user_only', 'This call takes no token for scripts: sign in.'),
  noPermission: errorInfo('permission.missing', 'You do not have permission to do this.'),
  ownAccount: errorInfo(
    'permission.own_account',
    'Change your own password and two-factor authentication in your profile.',
  ),
  reauthenticationRequired: errorInfo(
    'permission.reauthentication_required',
    'Confirm your identity with your password or a passkey.',
  ),

  /* Bulk edits */
  otherCount: (expected: number, found: number) =>
    errorInfo(
      'record.conflict',
      `The list showed ${expected} books and now has ${found}. Look at it again before you change them all.`,
    ),
  notUndoable: errorInfo('record.conflict', 'This change cannot be undone.'),
  undoneAlready: errorInfo('record.conflict', 'This change was undone already.'),
  spreadsheetMissing: errorInfo('field.required', 'Send the sheet.'),
  spreadsheetUnreadable: (reason: string) => errorInfo('file.damaged', reason),
  spreadsheetApplied: errorInfo('record.conflict', 'This spreadsheet was applied already.'),
  spreadsheetFormatUnknown: (known: string) => errorInfo('request.invalid', `Must be one of: ${known}.`),
  stillRunning: errorInfo('record.conflict', 'This change is still going on. Stop it first.'),
  nothingToChange: errorInfo('request.invalid', 'Say what is to be changed.'),
  standsAlone: errorInfo(
    'request.invalid',
    'Deleting books, and putting them into a list, each stand alone.',
  ),
  whichBooks: errorInfo('request.invalid', 'Name the books, or a filter and how many books it showed.'),
  listTooLong: (max: number) =>
    errorInfo('request.invalid', `A list holds at most ${max} books. Choose fewer of them.`),

  /* Views */
  viewNameTaken: (name: string) =>
    errorInfo('views.name_taken', `You have a view called “${name}” already. Choose another name.`),
  tooManyViews: (max: number) =>
    errorInfo(
      'record.conflict',
      `A list has at most ${max} views of your own. Delete one that is not used any more.`,
    ),
  tooManySharedViews: (max: number) =>
    errorInfo(
      'record.conflict',
      `A list has at most ${max} shared views. Delete one that is not used any more.`,
    ),
  viewOfOthers: errorInfo(
    'permission.missing',
    'Only its owner and those who edit the settings may change this view.',
  ),
  viewNotShared: errorInfo(
    'permission.missing',
    'A view is shared by those who may edit what it lists. Keep it for yourself.',
  ),
  filterUnknown: errorInfo('request.invalid', 'The list has no such filter.'),
  filterInvalid: errorInfo('request.invalid', 'This filter cannot be read.'),
  columnUnknown: errorInfo('request.invalid', 'The list has no such column, or always shows it.'),

  /* Authors */
  authorNameTaken: (name: string) =>
    errorInfo('authors.name_taken', `There is already an author called “${name}”. Merge the two instead.`),

  /* Users */
  passwordTooShort: errorInfo('text.too_short', messages.passwordTooShort),
  passwordTooWeak: errorInfo('password.weak', messages.passwordTooWeak),
  passwordWrong: errorInfo('password.wrong', 'This is not your present password.'),
  tokenBeyondOwn: errorInfo('permission.beyond_own', 'A token can do only what you may do yourself.'),
  tooManyTokens: (max: number) =>
    errorInfo('record.conflict', `You have ${max} tokens already. Revoke one that is not used any more.`),
  codeWrong: errorInfo('code.wrong', 'This code is wrong or was used before. Wait for the next one.'),
  codeRejected: errorInfo(
    'session.wrong_code',
    'This code is wrong or was used before. Wait for the next one.',
  ),
  passkeyRejected: errorInfo('passkey.rejected', 'This passkey was not accepted. Please try again.'),
  passkeyUnknown: errorInfo(
    'session.wrong_passkey',
    'This passkey was not accepted. Sign in with your password.',
  ),
  noPasskeyHost: errorInfo(
    'passkeys.no_host',
    'Passkeys need the host name of this server, such as books.example.org. Ask your system administrator to set PUBLIC_URL.',
  ),
  tooManyPasskeys: (max: number) =>
    errorInfo('record.conflict', `You have ${max} passkeys already. Remove one that is not used any more.`),
  signInEnded: errorInfo(
    'session.challenge_ended',
    'This sign-in took too long or had too many wrong codes. Please sign in again.',
  ),
  enrolmentEnded: errorInfo('code.expired', 'This took too long. Please begin again.'),
  totpPresent: errorInfo(
    'two_factor.present',
    'An authenticator app is set up already. Remove it before you set up another one.',
  ),
  totpMissing: errorInfo('two_factor.missing', 'There is no authenticator app to remove.'),
  twoFactorMissing: errorInfo('two_factor.missing', 'There is no second factor yet.'),
  linkInvalid: errorInfo('links.not_found', messages.linkInvalid),
  beyondOwn: errorInfo(
    'permission.beyond_own',
    'You cannot give a permission that you do not have yourself.',
  ),
  mayDoMore: errorInfo(
    'permission.beyond_own',
    'This account may do what you may not, so you cannot change it.',
  ),
  lastManager: errorInfo(
    'users.last_manager',
    'This is the last active account that may manage users. Give somebody else that permission first.',
  ),
  primaryAdmin: errorInfo(
    'users.primary_admin',
    'This is the account that ADMIN_EMAIL names: its address and rights are set by the server’s configuration.',
  ),
  userSuspended: errorInfo('users.suspended', 'This user is suspended. Restore the account first.'),
  emailTaken: (email: string) =>
    errorInfo('users.email_taken', `There is already a user with the address ${email}.`),
  noRole: errorInfo('reference.unknown', 'There is no such role.'),
  builtInRole: errorInfo('roles.built_in', 'This role is built in and never changes. Make one of your own.'),
  roleNameTaken: (name: string) => errorInfo('roles.name_taken', `There is already a role called “${name}”.`),
  tooManyRoles: (max: number) => errorInfo('record.conflict', `There are at most ${max} roles.`),
  roleInUse: (users: number) =>
    errorInfo(
      'roles.in_use',
      users === 1
        ? 'One user has this role. Give that user another one first.'
        : `${users} users have this role. Give them another one first.`,
    ),
  accountExists: (email: string) => errorInfo('record.conflict', `There is already an account for ${email}.`),

  /* Settings */
  addressNeedsAll: errorInfo(
    'permission.missing',
    'Only users with all permissions can change the address of this product.',
  ),
  setByEnvironment: (label: string) =>
    errorInfo(
      'settings.fixed',
      `The environment of the server sets “${label}”, so it cannot be changed here.`,
    ),
  /** @param size formatted: "10 MiB" */
  aboveCeiling: (size: string) =>
    errorInfo('number.out_of_range', `The environment of the server allows at most ${size}.`),
  emailGone: errorInfo('emails.not_found', 'This letter is too old to be sent. Ask for a new one.'),
  emailRejected: errorInfo('emails.rejected', 'The mail server does not take letters to this address.'),
  mailServerSilent: errorInfo(
    'server.unavailable',
    'The mail server cannot be reached, or does not take letters at the moment.',
  ),
  languageStays: (label: string) =>
    errorInfo('request.invalid', `${label} cannot be removed. Switch it off instead.`),
  languageInUse: (label: string) =>
    errorInfo(
      'record.in_use',
      `There are books in ${label}, so it cannot be removed. Switch it off instead.`,
    ),
  noLanguageOffered: errorInfo('request.invalid', 'At least one language must be switched on.'),
  notOffered: errorInfo('request.invalid', 'New books must begin in a language that is switched on.'),

  /* HTTP requests */
  unreadable: errorInfo('request.unreadable', 'The request could not be read.'),
  pathUnknown: errorInfo('path.not_found', 'This path does not exist.'),
  methodNotAllowed: errorInfo('path.method_not_allowed', 'This path does not take that method.'),
  tooSlow: errorInfo('request.timeout', 'The request took too long to arrive.'),
  tooLarge: errorInfo('request.too_large', 'The request is too large.'),
  addressTooLong: errorInfo('request.uri_too_long', 'The address is too long.'),
  typeUnsupported: errorInfo(
    'request.unsupported_encoding',
    'The content type of the request is not supported.',
  ),
  expectationFailed: errorInfo(
    'request.expectation_failed',
    'The server cannot do what the Expect header asks for.',
  ),
  headersTooLarge: errorInfo('request.headers_too_large', 'The headers of the request are too large.'),

  /* Request bodies */
  uploadHalted: errorInfo('request.timeout', 'The upload came to a halt and was given up.'),
  uploadBroken: errorInfo('request.interrupted', 'The upload was broken off.'),
  formTooLarge: errorInfo('request.too_large', 'The form is too large.'),
  tooManyValues: errorInfo('request.too_many_values', 'The request has too many values.'),
  tooManyFields: errorInfo('request.too_many_values', 'The form has too many fields.'),
  neitherJsonNorForm: errorInfo(
    'request.unsupported_encoding',
    'The request must be sent as JSON or as a form.',
  ),
  notUtf8: errorInfo('request.malformed', 'The request is not valid UTF-8 text.'),
  notJson: errorInfo('request.malformed', 'The request is not valid JSON.'),
  notAnObject: errorInfo('request.malformed', 'The request must be a JSON object.'),
  nestedTooDeeply: errorInfo('request.malformed', 'The request is nested too deeply.'),
  textTooLong: errorInfo('request.malformed', 'A text in the request is too long.'),
  formUnreadable: errorInfo('request.malformed', 'The form could not be read.'),
  fieldNameTooLong: errorInfo('request.malformed', 'A field of the form has a name that is too long.'),
  fieldNestedTooDeeply: errorInfo('request.malformed', 'A field of the form is nested too deeply.'),
  fieldTooLong: errorInfo('text.too_long', 'The text is too long.'),
  keyLength: (max: number) =>
    errorInfo('idempotency_key.invalid', `The Idempotency-Key must have 1 to ${max} characters.`),
  keyReused: errorInfo(
    'idempotency_key.reused',
    'This Idempotency-Key was already used for a different request.',
  ),

  /* Files */
  oneFileOnly: errorInfo('file.repeated', 'Only one file can be sent here.'),
  /** @param size formatted: "10 MiB" */
  fileTooLarge: (file: FileNoun, size: string) =>
    errorInfo('file.too_large', `The ${file} is too large. It may have at most ${size}.`),
  tooManyPixels: (millions: number) =>
    errorInfo('file.too_large', `The picture has too many pixels. It may have at most ${millions} million.`),
  fileUnsupported: (file: FileNoun, kinds: readonly string[]) =>
    errorInfo(
      'file.unsupported',
      `The ${file} must be ${file === 'image' ? 'a' : 'an'} ${disjunction.format(kinds)} file.`,
    ),
  fileDamaged: (file: FileNoun) => errorInfo('file.damaged', `The ${file} is damaged and could not be read.`),
  fileTooSlow: errorInfo('file.damaged', 'Working on this file took too long, so it was given up.'),
  audioKindUnknown: (kind: string) =>
    errorInfo(
      'file.unsupported',
      `The sound is kept as ${kind}, which cannot be decoded here. Give it as AAC, MP3 or FLAC.`,
    ),
  rangeBeyondEnd: errorInfo('file.range_not_satisfiable', 'The file does not reach that far.'),

  /* Records */
  notFound: (noun: string) =>
    errorInfo(codeAbout(noun, 'not_found'), `This ${noun} does not exist or was deleted.`),
  noHomeScreen: (service: string) =>
    errorInfo('mobile_home.not_found', `There is no home screen for the ${service} service yet.`),
  changedMeanwhile: (noun: string) =>
    errorInfo(
      codeAbout(noun, 'version_conflict'),
      `This ${noun} was changed by someone else since you opened it.`,
    ),
  /** @param users formatted: "3 books" */
  inUse: (noun: string, users: readonly string[]) =>
    errorInfo(
      codeAbout(noun, 'in_use'),
      `This ${noun} cannot be deleted because it is used by ${conjunction.format(users)}.`,
    ),
  codeTaken: (code: string) => errorInfo('code.taken', `The code ${code} is already taken.`),
  codesRepeated: errorInfo('list.repeated_entry', 'Codes must be unique within their parent.'),
  noCategory: (code: string) => nothingLeadsTo('category', code),
  noSubCategory: (code: string) => nothingLeadsTo('sub-category', code),
  otherCategory: errorInfo(
    'reference.mismatched',
    'This sub-category does not belong to the chosen category.',
  ),
  noBooks(codes: readonly string[]) {
    const [first = '', ...others] = codes;
    if (others.length === 0) return nothingLeadsTo('book', first);
    const named = codes.slice(0, MAX_NAMED).join(', ');
    const more = codes.length - MAX_NAMED;
    return errorInfo(
      'reference.unknown',
      `There are no books with the codes ${named}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  },
  noChapter: (book: string, code: string) =>
    errorInfo('reference.unknown', `The book “${book}” has no chapter with the code ${code}.`),
  noTextItem: (book: string, chapter: string, code: string) =>
    errorInfo(
      'reference.unknown',
      `The chapter “${chapter}” of “${book}” has no text item with the code ${code}.`,
    ),
  /** @param number of the block, from 1 */
  noBlockItem: (number: number, noun: string, id: number) =>
    errorInfo('reference.unknown', `Block ${number}: there is no ${noun} with the id ${id}.`),

  /* Book content */
  breaksStories: (items: number) =>
    errorInfo(
      'book_content.breaks_stories',
      items === 1
        ? 'One story item leads to a text that would go.'
        : `${items} story items lead to texts that would go.`,
    ),
  duplicateChapter: errorInfo('list.repeated_entry', 'A chapter can stand in one place only.'),
  duplicateText: errorInfo('list.repeated_entry', 'A text can stand in one place only.'),
  tooManyTexts: (max: number) => errorInfo('list.too_long', `There may be at most ${max} text items.`),
  timesReversed: errorInfo('number.out_of_range', 'It must end after it starts.'),
  timeWithoutStart: errorInfo('number.out_of_range', 'An end needs a start.'),
  timesOverlap: (name: string) => errorInfo('number.out_of_range', `It overlaps with “${name}”.`),
  timesOutOfOrder: errorInfo('number.out_of_range', 'It must not start before the text above it.'),
  beyondAudio: errorInfo('number.out_of_range', 'The sound is not that long.'),
  sentencesWrong: errorInfo('number.out_of_range', 'Sentences must follow one another inside the text.'),
  noAudioOfBook: errorInfo('reference.unknown', 'This is no audio of a chapter of this book.'),
  uploadNotReady: errorInfo('reference.unknown', 'There is no finished upload with this id.'),
  nothingToAlign: errorInfo('request.invalid', 'There is no chapter with both text and sound to align.'),

  /* Uploads */
  otherProtocol: (version: string) =>
    errorInfo('upload.version_unsupported', `Uploads speak tus ${version}: send Tus-Resumable: ${version}.`),
  notBytes: (header: string) =>
    errorInfo('upload.malformed', `The header ${header} must say a number of bytes.`),
  metadataTooLong: errorInfo('upload.malformed', 'Upload-Metadata is too long.'),
  metadataUnreadable: errorInfo(
    'upload.malformed',
    'Upload-Metadata must be pairs of a name and a text in Base64, with commas between.',
  ),
  notUploadBytes: (type: string) =>
    errorInfo('request.unsupported_encoding', `The bytes of an upload are sent as ${type}.`),
  uploadTooLarge: (size: string) =>
    errorInfo('file.too_large', `The file is too large. It may have at most ${size}.`),
  uploadBeyondSize: errorInfo('request.too_large', 'The upload is larger than was announced.'),
  quotaExceeded: (quota: string) =>
    errorInfo(
      'upload.quota_exceeded',
      `Your uploads may hold ${quota} together. Wait until earlier ones are used, or cancel them.`,
    ),
  uploadElsewhere: (received: number, offset: number) =>
    errorInfo('record.conflict', `The upload goes on at byte ${received}, not at ${offset}.`),
  uploadOvertaken: errorInfo('record.conflict', 'Another request was faster. Ask where to go on.'),
  uploadYields: errorInfo('record.conflict', 'Another request goes on with this upload.'),
  uploadLocked: errorInfo('upload.locked', 'Another request is still writing this upload.'),
  uploadUnknown: errorInfo('reference.unknown', 'There is no such upload.'),
  uploadOfImport: errorInfo('reference.unknown', 'This upload belongs to an import.'),
  uploadUnfinished: errorInfo('reference.unknown', 'This upload is not complete yet.'),
  fileAndUpload: errorInfo('file.repeated', 'Send either the file or the upload, not both.'),
  uploadGone: errorInfo('upload.gone', 'This upload was not gone on with in time and is gone.'),

  /* Audit log and trash */
  changedSince: (noun: string, who: string | undefined) =>
    errorInfo(
      'audit_log.changed_since',
      `This ${noun} was changed${who === undefined ? '' : ` by ${who}`} since, so it was not taken back.`,
    ),
  alreadyUndone: errorInfo('audit_log.already_undone', 'This was undone already.'),
  undonePurge: errorInfo('audit_log.cannot_undo', 'What was deleted for good cannot be brought back.'),
  undoneAlone: errorInfo('audit_log.cannot_undo', 'This followed from another change. Undo that one.'),
  nothingToUndo: errorInfo('audit_log.cannot_undo', 'Nothing is left to take back.'),
  noLongerKept: (what: string) =>
    errorInfo('audit_log.no_longer_retained', `The ${what} of that time is not kept any more.`),
  ownerMissing: (noun: string, owner: string) =>
    errorInfo(
      'trash.owner_missing',
      `This ${noun} belongs to the ${owner} that is not in the catalogue any more. Restore that first.`,
    ),
  otherRecordsEntry: errorInfo('reference.mismatched', 'This entry is about another record.'),

  /* Exports and imports */
  exportKindUnknown: (kinds: string) => errorInfo('request.invalid', `Must be one of ${kinds}.`),
  importNothingChosen: errorInfo('request.invalid', 'Choose what to import.'),
  importNothingTaken: errorInfo('request.invalid', 'Choose what the book takes of the draft.'),
  importNothingInIt: errorInfo('request.invalid', 'There is nothing in it that can be imported.'),
  importNoPath: (path: string) => errorInfo('request.invalid', `There is no file or folder ${path}.`),
  duplicateImportUpload: errorInfo('request.invalid', 'Each upload may be named once.'),
  importUploadTaken: errorInfo('reference.unknown', 'This upload belongs to another import.'),
  importTooLarge: (size: string) =>
    errorInfo('request.invalid', `One drop may hold ${size}; this one holds more.`),
  importTooManyFiles: (max: string) => errorInfo('request.invalid', `One drop may hold ${max} files.`),
  importTooManyChapters: (max: string) => errorInfo('request.invalid', `A book may have ${max} chapters.`),
  importFileMissing: (path: string) =>
    errorInfo('record.conflict', `The file ${path} did not arrive in full. Drop it again.`),
  importDiscardedMeanwhile: errorInfo('record.conflict', 'This import was dropped while it was read.'),
  importAccepted: errorInfo('record.conflict', 'This import was accepted already.'),
  importNotReady: (what: 'accepted' | 'changed') =>
    errorInfo('record.conflict', `This import is not ready to be ${what}.`),
  importNothingLeft: errorInfo(
    'record.conflict',
    'This import has no files that could be read again. Drop them again.',
  ),

  jobDone: errorInfo('record.conflict', 'This job has succeeded; there is nothing to try again.'),
  jobInProgress: errorInfo('record.conflict', 'This job is under way already.'),

  audioDeletedMeanwhile: errorInfo('record.conflict', 'The file was deleted while it was analysed.'),
  audioGone: errorInfo('request.invalid', 'The audio is not there any more.'),

  /* Server */
  failed: (requestId: string) =>
    errorInfo(
      'server.failed',
      `Something went wrong on our side. The reference of this request is ${requestId}.`,
    ),
  stopping: errorInfo('server.unavailable', 'The server is stopping.'),
  busy: errorInfo('server.unavailable', 'The server has too much to do at the moment.'),
  /** @param what "database" */
  silent: (what: string) => errorInfo('server.unavailable', `The ${what} does not answer.`),
  late: (what: string) => errorInfo('server.unavailable', `The ${what} does not answer in time.`),
  storeSilent: errorInfo(
    'server.unavailable',
    'The file store does not answer. Please try again in a moment.',
  ),
  storeFolderMissing: errorInfo(
    'server.unavailable',
    'The folder of the files is missing. The operator must bring it back.',
  ),
  uploadFolderMissing: errorInfo(
    'server.unavailable',
    'The folder for uploads is missing. The operator must restart the server.',
  ),
  databaseSilent: errorInfo(
    'server.unavailable',
    'The catalogue cannot be reached at the moment. Please try again.',
  ),
  databaseGone: errorInfo(
    'server.unavailable',
    'The database file is gone or was replaced. The operator must restart the server.',
  ),
  databaseLogGone: errorInfo(
    'server.unavailable',
    'The write-ahead log of the database is gone. The operator must restart the server.',
  ),
  databaseNotFlushed: errorInfo(
    'server.unavailable',
    'What is saved does not reach the disk. The operator must look at the disk and restart the server.',
  ),
  databaseDamaged: (what: string) =>
    errorInfo(
      'server.unavailable',
      `The database is damaged (${what}). The operator must restore it from a backup.`,
    ),
  databaseFull: errorInfo(
    'storage.full',
    'The server has no room left to save this. Nothing was changed; please tell the operator.',
  ),
  databaseReadOnly: errorInfo(
    'storage.read_only',
    'The catalogue can only be read at the moment. Nothing was changed; please tell the operator.',
  ),
  storeReadOnly: errorInfo(
    'storage.read_only',
    'Files can only be read at the moment. Nothing was saved; please tell the operator.',
  ),
  storeFull: errorInfo(
    'storage.full',
    'The server has no room left for files. Nothing was saved; please tell the operator.',
  ),
} as const;

/** Nouns for files in messages. */
export type FileNoun = 'image' | 'audio file';
