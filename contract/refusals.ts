import { type FailureCode, codeAbout } from './failures.ts';
import { messages } from './messages.ts';

/** What is said of a failure: its code for programs, its sentence for people. */
export interface Refusal {
  readonly code: FailureCode;
  readonly message: string;
}

const refusal = (code: FailureCode, message: string): Refusal => ({ code, message });

const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** How many of the codes that lead nowhere are named. */
const MAX_NAMED = 5;

const nothingLeadsTo = (noun: string, code: string) =>
  refusal('reference.unknown', `There is no ${noun} with the code ${code}.`);

/**
 * Every sentence with which the server refuses a call or says that it failed, each under its code. What schemas say of values
 * stands in `messages.ts`.
 */
export const refusals = {
  /* Who calls */
  notSignedIn: refusal('session.required', 'Please sign in.'),
  wrongCredentials: refusal('session.wrong_credentials', 'The e-mail or the password is wrong.'),
  tooManySignIns: refusal(
    'session.throttled',
    'Too many failed sign-ins. Please wait a while and try again.',
  ),
  tooOften: refusal('request.throttled', 'This was done too often. Please wait a while and try again.'),
  personOnly: refusal('permission.person_only', 'This call takes no token for scripts: sign in.'),
  noPermission: refusal('permission.missing', 'You do not have permission to do this.'),

  /* Many at once */
  otherCount: (expected: number, found: number) =>
    refusal(
      'record.conflict',
      `The list showed ${expected} books and now has ${found}. Look at it again before you change them all.`,
    ),
  notUndoable: refusal('record.conflict', 'This change cannot be undone.'),
  undoneAlready: refusal('record.conflict', 'This change was undone already.'),
  sheetMissing: refusal('field.required', 'Send the sheet.'),
  sheetUnreadable: (reason: string) => refusal('file.damaged', reason),
  sheetApplied: refusal('record.conflict', 'This spreadsheet was applied already.'),
  sheetFormatUnknown: (known: string) => refusal('request.invalid', `Must be one of: ${known}.`),
  stillRunning: refusal('record.conflict', 'This change is still going on. Stop it first.'),
  nothingToChange: refusal('request.invalid', 'Say what is to be changed.'),
  standsAlone: refusal('request.invalid', 'Deleting books, and putting them into a list, each stand alone.'),
  whichBooks: refusal('request.invalid', 'Name the books, or a filter and how many books it showed.'),
  listTooLong: (max: number) =>
    refusal('request.invalid', `A list holds at most ${max} books. Choose fewer of them.`),

  /* Views */
  viewNameTaken: (name: string) =>
    refusal('views.name_taken', `You have a view called “${name}” already. Choose another name.`),
  tooManyViews: (max: number) =>
    refusal(
      'record.conflict',
      `A list has at most ${max} views of your own. Delete one that is not used any more.`,
    ),
  tooManySharedViews: (max: number) =>
    refusal(
      'record.conflict',
      `A list has at most ${max} shared views. Delete one that is not used any more.`,
    ),
  viewOfOthers: refusal(
    'permission.missing',
    'Only its owner and those who edit the settings may change this view.',
  ),
  viewNotShared: refusal(
    'permission.missing',
    'A view is shared by those who may edit what it lists. Keep it for yourself.',
  ),
  filterUnknown: refusal('request.invalid', 'The list has no such filter.'),
  filterInvalid: refusal('request.invalid', 'This filter cannot be read.'),
  columnUnknown: refusal('request.invalid', 'The list has no such column, or always shows it.'),

  /* Authors */
  authorNameTaken: (name: string) =>
    refusal('authors.name_taken', `There is already an author called “${name}”. Merge the two instead.`),

  /* People */
  passwordTooShort: refusal('text.too_short', messages.passwordTooShort),
  passwordTooWeak: refusal('password.weak', messages.passwordTooWeak),
  passwordWrong: refusal('password.wrong', 'This is not your present password.'),
  tokenBeyondOwn: refusal('permission.beyond_own', 'A token can do only what you may do yourself.'),
  tooManyTokens: (max: number) =>
    refusal('record.conflict', `You have ${max} tokens already. Revoke one that is not used any more.`),
  codeWrong: refusal('code.wrong', 'This code is wrong or was used before. Wait for the next one.'),
  codeRefused: refusal('session.wrong_code', 'This code is wrong or was used before. Wait for the next one.'),
  passkeyRefused: refusal('passkey.refused', 'This passkey was not accepted. Please try again.'),
  passkeyUnknown: refusal(
    'session.wrong_passkey',
    'This passkey was not accepted. Sign in with your password.',
  ),
  noPasskeyHost: refusal(
    'passkeys.no_host',
    'Passkeys work at an address with a name, such as localhost or books.example.org, and not at a number.',
  ),
  tooManyPasskeys: (max: number) =>
    refusal('record.conflict', `You have ${max} passkeys already. Remove one that is not used any more.`),
  signInEnded: refusal(
    'session.challenge_ended',
    'This sign-in took too long or had too many wrong codes. Please sign in again.',
  ),
  enrolmentEnded: refusal('code.expired', 'This took too long. Please begin again.'),
  totpPresent: refusal(
    'second_factor.present',
    'An authenticator app is set up already. Remove it before you set up another one.',
  ),
  totpMissing: refusal('second_factor.missing', 'There is no authenticator app to remove.'),
  factorMissing: refusal('second_factor.missing', 'There is no second factor yet.'),
  linkInvalid: refusal('links.not_found', messages.linkInvalid),
  beyondOwn: refusal('permission.beyond_own', 'You cannot give a permission that you do not have yourself.'),
  mayDoMore: refusal(
    'permission.beyond_own',
    'This account may do what you may not, so you cannot change it.',
  ),
  lastManager: refusal(
    'users.last_manager',
    'This is the last active account that may manage users. Give somebody else that permission first.',
  ),
  configuredAdmin: refusal(
    'users.configured_admin',
    'This is the account that ADMIN_EMAIL names: its address and rights are set by the server’s configuration.',
  ),
  userSuspended: refusal('users.suspended', 'This user is suspended. Restore the account first.'),
  emailTaken: (email: string) =>
    refusal('users.email_taken', `There is already a user with the address ${email}.`),
  noRole: refusal('reference.unknown', 'There is no such role.'),
  builtInRole: refusal('roles.built_in', 'This role is built in and never changes. Make one of your own.'),
  roleNameTaken: (name: string) => refusal('roles.name_taken', `There is already a role called “${name}”.`),
  tooManyRoles: (max: number) => refusal('record.conflict', `There are at most ${max} roles.`),
  roleInUse: (users: number) =>
    refusal(
      'roles.in_use',
      users === 1
        ? 'One user has this role. Give that user another one first.'
        : `${users} users have this role. Give them another one first.`,
    ),
  accountExists: (email: string) => refusal('record.conflict', `There is already an account for ${email}.`),

  /* Settings */
  setByEnvironment: (label: string) =>
    refusal('settings.fixed', `The environment of the server sets “${label}”, so it cannot be changed here.`),
  /** @param size in words: "10 MiB" */
  aboveCeiling: (size: string) =>
    refusal('number.out_of_range', `The environment of the server allows at most ${size}.`),
  letterGone: refusal('letters.not_found', 'This letter is too old to be sent. Ask for a new one.'),
  letterRefused: refusal('letters.refused', 'The mail server does not take letters to this address.'),
  mailServerSilent: refusal(
    'server.unavailable',
    'The mail server cannot be reached, or does not take letters at the moment.',
  ),
  languageStays: (label: string) =>
    refusal('request.invalid', `${label} cannot be removed. Switch it off instead.`),
  languageInUse: (label: string) =>
    refusal('record.in_use', `There are books in ${label}, so it cannot be removed. Switch it off instead.`),
  noLanguageOffered: refusal('request.invalid', 'At least one language must be switched on.'),
  notOffered: refusal('request.invalid', 'New books must begin in a language that is switched on.'),

  /* The request as HTTP has it */
  unreadable: refusal('request.unreadable', 'The request could not be read.'),
  pathUnknown: refusal('path.not_found', 'This path does not exist.'),
  methodNotAllowed: refusal('path.method_not_allowed', 'This path does not take that method.'),
  tooSlow: refusal('request.timeout', 'The request took too long to arrive.'),
  tooLarge: refusal('request.too_large', 'The request is too large.'),
  addressTooLong: refusal('request.uri_too_long', 'The address is too long.'),
  typeUnsupported: refusal(
    'request.unsupported_encoding',
    'The content type of the request is not supported.',
  ),
  expectationFailed: refusal(
    'request.expectation_failed',
    'The server cannot do what the Expect header asks for.',
  ),
  headersTooLarge: refusal('request.headers_too_large', 'The headers of the request are too large.'),

  /* Its body */
  uploadHalted: refusal('request.timeout', 'The upload came to a halt and was given up.'),
  uploadBroken: refusal('request.interrupted', 'The upload was broken off.'),
  formTooLarge: refusal('request.too_large', 'The form is too large.'),
  tooManyValues: refusal('request.too_many_values', 'The request has too many values.'),
  tooManyFields: refusal('request.too_many_values', 'The form has too many fields.'),
  neitherJsonNorForm: refusal(
    'request.unsupported_encoding',
    'The request must be sent as JSON or as a form.',
  ),
  notUtf8: refusal('request.malformed', 'The request is not valid UTF-8 text.'),
  notJson: refusal('request.malformed', 'The request is not valid JSON.'),
  notAnObject: refusal('request.malformed', 'The request must be a JSON object.'),
  nestedTooDeeply: refusal('request.malformed', 'The request is nested too deeply.'),
  textTooLong: refusal('request.malformed', 'A text in the request is too long.'),
  formUnreadable: refusal('request.malformed', 'The form could not be read.'),
  fieldNameTooLong: refusal('request.malformed', 'A field of the form has a name that is too long.'),
  fieldNestedTooDeeply: refusal('request.malformed', 'A field of the form is nested too deeply.'),
  fieldTooLong: refusal('text.too_long', 'The text is too long.'),
  keyLength: (max: number) =>
    refusal('idempotency_key.invalid', `The Idempotency-Key must have 1 to ${max} characters.`),
  keyReused: refusal(
    'idempotency_key.reused',
    'This Idempotency-Key was already used for a different request.',
  ),

  /* Files */
  oneFileOnly: refusal('file.repeated', 'Only one file can be sent here.'),
  /** @param size in words: "10 MiB" */
  fileTooLarge: (file: FileNoun, size: string) =>
    refusal('file.too_large', `The ${file} is too large. It may have at most ${size}.`),
  tooManyPixels: (millions: number) =>
    refusal('file.too_large', `The picture has too many pixels. It may have at most ${millions} million.`),
  fileUnsupported: (file: FileNoun, kinds: readonly string[]) =>
    refusal(
      'file.unsupported',
      `The ${file} must be ${file === 'picture' ? 'a' : 'an'} ${disjunction.format(kinds)} file.`,
    ),
  fileDamaged: (file: FileNoun) => refusal('file.damaged', `The ${file} is damaged and could not be read.`),
  fileTooSlow: refusal('file.damaged', 'Working on this file took too long, so it was given up.'),
  soundKindUnknown: (kind: string) =>
    refusal(
      'file.unsupported',
      `The sound is kept as ${kind}, which cannot be decoded here. Give it as AAC, MP3 or FLAC.`,
    ),
  rangeBeyondEnd: refusal('file.range_not_satisfiable', 'The file does not reach that far.'),

  /* Records */
  notFound: (noun: string) =>
    refusal(codeAbout(noun, 'not_found'), `This ${noun} does not exist or was deleted.`),
  noHomeScreen: (service: string) =>
    refusal('mobile_home.not_found', `There is no home screen for the ${service} service yet.`),
  changedMeanwhile: (noun: string) =>
    refusal(
      codeAbout(noun, 'version_conflict'),
      `This ${noun} was changed by someone else since you opened it.`,
    ),
  /** @param users in words: "3 books" */
  inUse: (noun: string, users: readonly string[]) =>
    refusal(
      codeAbout(noun, 'in_use'),
      `This ${noun} cannot be deleted because it is used by ${conjunction.format(users)}.`,
    ),
  codeTaken: (code: string) => refusal('code.taken', `The code ${code} is already taken.`),
  codesRepeated: refusal('list.repeated_entry', 'Codes must be unique within their parent.'),
  noCategory: (code: string) => nothingLeadsTo('category', code),
  noSubCategory: (code: string) => nothingLeadsTo('sub-category', code),
  otherCategory: refusal('reference.mismatched', 'This sub-category does not belong to the chosen category.'),
  noBooks(codes: readonly string[]) {
    const [first = '', ...others] = codes;
    if (others.length === 0) return nothingLeadsTo('book', first);
    const named = codes.slice(0, MAX_NAMED).join(', ');
    const more = codes.length - MAX_NAMED;
    return refusal(
      'reference.unknown',
      `There are no books with the codes ${named}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  },
  noChapter: (book: string, code: string) =>
    refusal('reference.unknown', `The book “${book}” has no chapter with the code ${code}.`),
  noTextItem: (book: string, chapter: string, code: string) =>
    refusal(
      'reference.unknown',
      `The chapter “${chapter}” of “${book}” has no text item with the code ${code}.`,
    ),
  /** @param number of the block, from 1 */
  noBlockItem: (number: number, noun: string, id: number) =>
    refusal('reference.unknown', `Block ${number}: there is no ${noun} with the id ${id}.`),

  /* The inside of a book */
  breaksStories: (items: number) =>
    refusal(
      'inside.breaks_stories',
      items === 1
        ? 'One story item leads to a text that would go.'
        : `${items} story items lead to texts that would go.`,
    ),
  chapterTwice: refusal('list.repeated_entry', 'A chapter can stand in one place only.'),
  textTwice: refusal('list.repeated_entry', 'A text can stand in one place only.'),
  tooManyTexts: (max: number) => refusal('list.too_long', `There may be at most ${max} text items.`),
  timesReversed: refusal('number.out_of_range', 'It must end after it starts.'),
  timeWithoutStart: refusal('number.out_of_range', 'An end needs a start.'),
  timesOverlap: (name: string) => refusal('number.out_of_range', `It overlaps with “${name}”.`),
  timesOutOfOrder: refusal('number.out_of_range', 'It must not start before the text above it.'),
  beyondSound: refusal('number.out_of_range', 'The sound is not that long.'),
  sentencesWrong: refusal('number.out_of_range', 'Sentences must follow one another inside the text.'),
  noSoundOfBook: refusal('reference.unknown', 'This is no audio of a chapter of this book.'),
  uploadNotReady: refusal('reference.unknown', 'There is no finished upload with this id.'),
  nothingToAlign: refusal('request.invalid', 'There is no chapter with both text and sound to align.'),

  /* Uploads in parts */
  otherProtocol: (version: string) =>
    refusal('upload.version_unsupported', `Uploads speak tus ${version}: send Tus-Resumable: ${version}.`),
  notBytes: (header: string) =>
    refusal('upload.malformed', `The header ${header} must say a number of bytes.`),
  metadataTooLong: refusal('upload.malformed', 'Upload-Metadata is too long.'),
  metadataUnreadable: refusal(
    'upload.malformed',
    'Upload-Metadata must be pairs of a name and a text in Base64, with commas between.',
  ),
  notUploadBytes: (type: string) =>
    refusal('request.unsupported_encoding', `The bytes of an upload are sent as ${type}.`),
  uploadTooLarge: (size: string) =>
    refusal('file.too_large', `The file is too large. It may have at most ${size}.`),
  uploadBeyondSize: refusal('request.too_large', 'The upload is larger than was announced.'),
  quotaExceeded: (quota: string) =>
    refusal(
      'upload.quota_exceeded',
      `Your uploads may hold ${quota} together. Wait until earlier ones are used, or cancel them.`,
    ),
  uploadElsewhere: (received: number, offset: number) =>
    refusal('record.conflict', `The upload goes on at byte ${received}, not at ${offset}.`),
  uploadOvertaken: refusal('record.conflict', 'Another request was faster. Ask where to go on.'),
  uploadGivesWay: refusal('record.conflict', 'Another request goes on with this upload.'),
  uploadLocked: refusal('upload.locked', 'Another request is still writing this upload.'),
  uploadUnknown: refusal('reference.unknown', 'There is no such upload.'),
  uploadOfImport: refusal('reference.unknown', 'This upload belongs to an import.'),
  uploadUnfinished: refusal('reference.unknown', 'This upload is not complete yet.'),
  fileAndUpload: refusal('file.repeated', 'Send either the file or the upload, not both.'),
  uploadGone: refusal('upload.gone', 'This upload was not gone on with in time and is gone.'),

  /* The journal and the trash */
  changedSince: (noun: string, who: string | undefined) =>
    refusal(
      'journal.changed_since',
      `This ${noun} was changed${who === undefined ? '' : ` by ${who}`} since, so it was not taken back.`,
    ),
  alreadyUndone: refusal('journal.already_undone', 'This was undone already.'),
  undonePurge: refusal('journal.cannot_undo', 'What was deleted for good cannot be brought back.'),
  undoneAlone: refusal('journal.cannot_undo', 'This followed from another change. Undo that one.'),
  nothingToUndo: refusal('journal.cannot_undo', 'Nothing is left to take back.'),
  noLongerKept: (what: string) =>
    refusal('journal.no_longer_kept', `The ${what} of that time is not kept any more.`),
  ownerMissing: (noun: string, owner: string) =>
    refusal(
      'trash.owner_missing',
      `This ${noun} belongs to the ${owner} that is not in the catalogue any more. Restore that first.`,
    ),
  otherRecordsEntry: refusal('reference.mismatched', 'This entry is about another record.'),

  /* Exports and imports */
  exportKindUnknown: (kinds: string) => refusal('request.invalid', `Must be one of ${kinds}.`),
  importNothingChosen: refusal('request.invalid', 'Choose what to import.'),
  importNothingTaken: refusal('request.invalid', 'Choose what the book takes of the draft.'),
  importNothingInIt: refusal('request.invalid', 'There is nothing in it that can be imported.'),
  importNoPath: (path: string) => refusal('request.invalid', `There is no file or folder ${path}.`),
  importUploadTwice: refusal('request.invalid', 'Each upload may be named once.'),
  importUploadTaken: refusal('reference.unknown', 'This upload belongs to another import.'),
  importTooLarge: (size: string) =>
    refusal('request.invalid', `One drop may hold ${size}; this one holds more.`),
  importTooManyFiles: (max: string) => refusal('request.invalid', `One drop may hold ${max} files.`),
  importTooManyChapters: (max: string) => refusal('request.invalid', `A book may have ${max} chapters.`),
  importFileMissing: (path: string) =>
    refusal('record.conflict', `The file ${path} did not arrive in full. Drop it again.`),
  importDroppedMeanwhile: refusal('record.conflict', 'This import was dropped while it was read.'),
  importAccepted: refusal('record.conflict', 'This import was accepted already.'),
  importNotReady: (what: 'accepted' | 'changed') =>
    refusal('record.conflict', `This import is not ready to be ${what}.`),
  importNothingLeft: refusal(
    'record.conflict',
    'This import has no files that could be read again. Drop them again.',
  ),

  jobDone: refusal('record.conflict', 'This job has succeeded; there is nothing to try again.'),
  jobUnderWay: refusal('record.conflict', 'This job is under way already.'),

  audioDeletedMeanwhile: refusal('record.conflict', 'The file was deleted while it was analysed.'),
  audioGone: refusal('request.invalid', 'The audio is not there any more.'),

  /* The server itself */
  failed: (requestId: string) =>
    refusal(
      'server.failed',
      `Something went wrong on our side. The reference of this request is ${requestId}.`,
    ),
  stopping: refusal('server.unavailable', 'The server is stopping.'),
  busy: refusal('server.unavailable', 'The server has too much to do at the moment.'),
  /** @param what "database" */
  silent: (what: string) => refusal('server.unavailable', `The ${what} does not answer.`),
  late: (what: string) => refusal('server.unavailable', `The ${what} does not answer in time.`),
  storeSilent: refusal('server.unavailable', 'The file store does not answer. Please try again in a moment.'),
  storeFolderMissing: refusal(
    'server.unavailable',
    'The folder of the files is missing. The operator must bring it back.',
  ),
  uploadFolderMissing: refusal(
    'server.unavailable',
    'The folder for uploads is missing. The operator must restart the server.',
  ),
  databaseSilent: refusal(
    'server.unavailable',
    'The catalogue cannot be reached at the moment. Please try again.',
  ),
  databaseGone: refusal(
    'server.unavailable',
    'The database file is gone or was replaced. The operator must restart the server.',
  ),
  databaseLogGone: refusal(
    'server.unavailable',
    'The write-ahead log of the database is gone. The operator must restart the server.',
  ),
  databaseNotFlushed: refusal(
    'server.unavailable',
    'What is saved does not reach the disk. The operator must look at the disk and restart the server.',
  ),
  databaseDamaged: (what: string) =>
    refusal(
      'server.unavailable',
      `The database is damaged (${what}). The operator must restore it from a backup.`,
    ),
  databaseFull: refusal(
    'storage.full',
    'The server has no room left to save this. Nothing was changed; please tell the operator.',
  ),
  storeFull: refusal(
    'storage.full',
    'The server has no room left for files. Nothing was saved; please tell the operator.',
  ),
} as const;

/** Files as sentences call them. */
export type FileNoun = 'picture' | 'audio file';
