import { type RecordName, recordTypes } from './record-types.ts';

type RecordTypes = typeof recordTypes;

/** A known error: its HTTP status and cause, for the API reference. */
export interface ErrorCodeInfo {
  readonly status: number;
  readonly when: string;
}

/** The subjects that are records, by their nouns. */
const recordSubjects = Object.fromEntries(
  Object.values(recordTypes).map(({ singular, table }) => [singular, table]),
) as { readonly [Name in RecordName as RecordTypes[Name]['singular']]: RecordTypes[Name]['table'] };

/** Subjects of errors, by the noun in messages. */
export const errorSubjects = {
  ...recordSubjects,
  file: 'files',
  account: 'accounts',
  job: 'jobs',
  backup: 'backups',
  spreadsheet: 'spreadsheets',
  import: 'imports',
  upload: 'uploads',
  user: 'users',
  role: 'roles',
  session: 'sessions',
  token: 'tokens',
  link: 'links',
  'preview link': 'preview_links',
  passkey: 'passkeys',
  'sign-in provider': 'providers',
  'linked provider': 'identities',
  'audit log entry': 'audit_log_entries',
  'record in the trash': 'trash',
  setting: 'settings',
  chapter: 'chapters',
  'content version': 'revisions',
  view: 'views',
  'custom field': 'custom_fields',
  'subject scheme': 'subject_schemes',
  release: 'releases',
  'release change': 'release_changes',
  'release comment': 'release_comments',
  'calendar address': 'release_calendars',
} as const;
type Subject = (typeof errorSubjects)[keyof typeof errorSubjects];

const general = {
  'request.unreadable': { status: 400, when: 'The request isn’t valid HTTP.' },
  'session.required': { status: 401, when: 'The request has no token, or the token has expired.' },
  'session.wrong_credentials': { status: 401, when: 'Incorrect email or password.' },
  'session.wrong_code': { status: 401, when: 'The verification code is incorrect or was already used.' },
  'session.wrong_passkey': { status: 401, when: 'The passkey is unknown or could not be verified.' },
  'session.challenge_ended': {
    status: 401,
    when: 'The sign-in timed out or had too many incorrect codes. Start again with the password.',
  },
  'session.password_off': {
    status: 403,
    when: 'Password and passkey sign-in is turned off. Sign in with a provider.',
  },
  'session.no_account': {
    status: 403,
    when: 'No account can be signed in to with this provider. `message` says why.',
  },
  'permission.missing': { status: 403, when: 'The user has no permission for this request.' },
  'permission.user_only': { status: 403, when: 'The endpoint isn’t available with API tokens.' },
  'permission.own_account': { status: 403, when: 'You can’t use this request for your own account.' },
  'permission.reauthentication_required': {
    status: 403,
    when: 'The last confirmation with a password or passkey is more than 10 minutes old. Confirm with `POST /auth/reauthenticate`, then repeat the request.',
  },
  'permission.beyond_own': {
    status: 403,
    when: 'The change grants or affects a permission that the user doesn’t have.',
  },
  'path.not_found': { status: 404, when: 'The endpoint doesn’t exist.' },
  'record.not_found': { status: 404, when: 'The record doesn’t exist or was deleted.' },
  'mobile_home.not_found': { status: 404, when: 'No home screen is published for the service.' },
  'path.method_not_allowed': {
    status: 405,
    when: 'The endpoint doesn’t support this method. The `Allow` header lists the supported methods.',
  },
  'request.timeout': { status: 408, when: 'The request body wasn’t received in time.' },
  'record.conflict': { status: 409, when: 'The request conflicts with the current state of the record.' },
  'users.last_manager': { status: 409, when: 'The user is the last active user who can manage users.' },
  'users.primary_admin': {
    status: 409,
    when: 'The email and permissions of the primary administrator are set in the server configuration.',
  },
  'users.suspended': { status: 409, when: 'The user is suspended and can’t receive a link.' },
  'two_factor.present': { status: 409, when: 'The account already has an authenticator app.' },
  'passkeys.no_host': { status: 409, when: 'The server has no host name for passkeys. Set `PUBLIC_URL`.' },
  'two_factor.missing': { status: 409, when: 'Two-factor authentication isn’t set up for the account.' },
  'identities.taken': { status: 409, when: 'The account at the provider is linked to another user.' },
  'identities.last': { status: 409, when: 'The user has no other method to sign in.' },
  'providers.no_host': {
    status: 409,
    when: 'The server doesn’t know its own address for sign-in providers. Set `PUBLIC_URL`.',
  },
  'users.email_taken': { status: 409, when: 'Another user has this email address.' },
  'roles.name_taken': { status: 409, when: 'Another role has this name.' },
  'roles.built_in': { status: 409, when: 'The role is built in and can’t be changed.' },
  'views.name_taken': { status: 409, when: 'The user already has a view of this list with this name.' },
  'releases.closed': { status: 409, when: 'This isn’t possible in the status of the release.' },
  'releases.problems': {
    status: 409,
    when: 'Changes of the release have conflicts or aren’t valid anymore. `GET /releases/{id}/checks` lists them.',
  },
  'releases.unsupported': { status: 409, when: 'The request can’t be saved into a release.' },
  'authors.name_taken': { status: 409, when: 'Another contributor has this name. Merge the two instead.' },
  'book_content.breaks_stories': {
    status: 409,
    when: 'Story items refer to text that would be deleted. `details.story_items` lists them; `force` deletes the text anyway.',
  },
  'audit_log.changed_since': {
    status: 409,
    when: 'The record has changed since the entry to undo. `x-audit-log-entry` is the ID of the later change.',
  },
  'audit_log.already_undone': { status: 409, when: 'The entry has already been undone.' },
  'audit_log.cannot_undo': {
    status: 409,
    when: 'The change cannot be undone, or only together with the change that caused it.',
  },
  'audit_log.no_longer_retained': {
    status: 409,
    when: 'A file or text to restore is no longer available.',
  },
  'trash.owner_missing': {
    status: 409,
    when: 'The parent of the record has been deleted. Restore the parent first.',
  },
  'record.in_use': { status: 409, when: 'Other records use this record. `message` says which.' },
  'request.too_large': { status: 413, when: 'The request body is too large.' },
  'request.too_many_values': { status: 413, when: 'The request body contains too many values or fields.' },
  'file.too_large': { status: 413, when: 'A file is larger than the limit.' },
  'upload.quota_exceeded': { status: 413, when: 'The uploads of the user would exceed the storage limit.' },
  'upload.gone': { status: 410, when: 'The upload has expired.' },
  'upload.version_unsupported': {
    status: 412,
    when: 'The `Tus-Resumable` header is missing or has an unsupported version.',
  },
  'upload.malformed': { status: 400, when: 'A header of the upload is missing or invalid.' },
  'upload.locked': { status: 423, when: 'Another request is writing to the upload.' },
  'request.uri_too_long': { status: 414, when: 'The URL is too long.' },
  'request.unsupported_encoding': { status: 415, when: 'The body is neither JSON nor a form.' },
  'file.unsupported': { status: 415, when: 'The type of a file isn’t supported.' },
  'file.range_not_satisfiable': { status: 416, when: 'The requested range is past the end of the file.' },
  'request.expectation_failed': {
    status: 417,
    when: 'The `Expect` header isn’t supported.',
  },
  'request.invalid': {
    status: 422,
    when: 'Values are invalid. `errors` holds a message for each, by its path.',
  },
  'request.malformed': { status: 422, when: 'The request body is neither valid JSON nor a valid form.' },
  'request.interrupted': { status: 422, when: 'The request body is incomplete.' },
  'field.required': { status: 422, when: 'A required field is missing or blank.' },
  'text.too_short': { status: 422, when: 'A text is too short.' },
  'text.too_long': { status: 422, when: 'A text is too long.' },
  'number.out_of_range': { status: 422, when: 'A number is out of range.' },
  'list.too_long': { status: 422, when: 'A list has too many entries.' },
  'list.repeated_entry': { status: 422, when: 'A list contains a duplicate entry.' },
  'file.repeated': { status: 422, when: 'More than one file was sent for one field.' },
  'file.damaged': { status: 422, when: 'A file is damaged and could not be processed.' },
  'idempotency_key.invalid': { status: 422, when: 'The `Idempotency-Key` is blank or too long.' },
  'idempotency_key.reused': {
    status: 422,
    when: 'The `Idempotency-Key` was already used for another request.',
  },
  'providers.rejected': {
    status: 422,
    when: 'The provider didn’t confirm the sign-in, or it was cancelled.',
  },
  'password.wrong': { status: 422, when: 'The current password is incorrect.' },
  'code.wrong': { status: 422, when: 'The verification code is incorrect or was already used.' },
  'passkey.rejected': { status: 422, when: 'The passkey could not be verified.' },
  'code.expired': { status: 422, when: 'Setup of two-factor authentication timed out. Start again.' },
  'password.weak': { status: 422, when: 'The new password is too easy to guess.' },
  'emails.not_found': { status: 404, when: 'The email was already sent, or has expired.' },
  'emails.rejected': { status: 422, when: 'The mail server rejected the address.' },
  'backups.failed': {
    status: 422,
    when: 'The backup could not be written or read. `message` says why.',
  },
  'settings.fixed': { status: 422, when: 'The setting is set by an environment variable.' },
  'subject_schemes.name_taken': {
    status: 409,
    when: 'Another subject scheme has this name, or had it before.',
  },
  'publishers.name_taken': { status: 409, when: 'Another publisher has this name.' },
  'imprints.in_use': { status: 409, when: 'Books use an imprint that the request removes.' },
  'books.isbn_taken': { status: 409, when: 'Another book has this ISBN.' },
  'code.taken': { status: 422, when: 'Another record has this code.' },
  'reference.unknown': {
    status: 422,
    when: 'A code or ID in the request belongs to no record. `errors` says which.',
  },
  'sample.no_audio': { status: 422, when: 'No sample can be made from the audio of the chapter.' },
  'reference.to_itself': { status: 422, when: 'A record refers to itself.' },
  'reference.mismatched': { status: 422, when: 'A sub-category belongs to another category.' },
  'session.throttled': {
    status: 429,
    when: 'Too many failed sign-ins. Retry after the time in `Retry-After`.',
  },
  'request.throttled': { status: 429, when: 'Too many requests. Retry after the time in `Retry-After`.' },
  'request.headers_too_large': { status: 431, when: 'The request headers are too large.' },
  'server.failed': { status: 500, when: 'An internal error, logged with the request ID.' },
  'server.unavailable': {
    status: 503,
    when: 'The server is busy or shutting down, or its database or file storage is unavailable.',
  },
  'server.changes_paused': {
    status: 503,
    when: 'The catalogue is moving to another database. Reads continue. Retry after the time in `Retry-After`.',
  },
  'providers.unavailable': { status: 503, when: 'The sign-in provider doesn’t respond.' },
  'storage.full': { status: 507, when: 'The storage is full. Nothing was changed.' },
  'storage.read_only': { status: 507, when: 'The storage is read-only at the moment. Nothing was changed.' },
} as const satisfies Record<string, ErrorCodeInfo>;

/** The stable name of an error, for decisions of clients. Messages may change, codes do not. */
export type ErrorCode =
  | keyof typeof general
  | `${Subject}.not_found`
  | `${Subject}.version_conflict`
  | `${Subject}.in_use`;

/** Subjects that are never edited, so they have no edit conflicts. */
const withoutVersions: ReadonlySet<Subject> = new Set([
  'files',
  'accounts',
  'jobs',
  'uploads',
  'sessions',
  'tokens',
  'links',
  'preview_links',
  'audit_log_entries',
  'trash',
  'chapters',
  'revisions',
  'passkeys',
  'providers',
  'identities',
  'release_changes',
  'release_calendars',
]);

/** Subjects that cannot be deleted while other records use them. */
const inUseSubjects: ReadonlySet<Subject> = new Set(['categories', 'sub_categories', 'publishers', 'roles']);

const records = Object.entries(errorSubjects).flatMap(([noun, subject]): [string, ErrorCodeInfo][] => [
  [`${subject}.not_found`, { status: 404, when: `The ${noun} doesn’t exist or was deleted.` }],
  ...(withoutVersions.has(subject)
    ? []
    : [
        [
          `${subject}.version_conflict`,
          { status: 409, when: `The ${noun} has changed since the version in the request.` },
        ] satisfies [string, ErrorCodeInfo],
      ]),
  ...(inUseSubjects.has(subject)
    ? [
        [`${subject}.in_use`, { status: 409, when: `The ${noun} is used by other records.` }] satisfies [
          string,
          ErrorCodeInfo,
        ],
      ]
    : []),
]);

/** All known errors by code. */
export const errorCodes: Readonly<Record<string, ErrorCodeInfo>> = {
  ...general,
  ...Object.fromEntries(records),
};

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorCodes, value);

/** Returns the HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => errorCodes[code]?.status ?? 500;

/**
 * Returns the code of an error about a subject: `codeAbout('story book', 'not_found')` is `story_books.not_found`. Unknown nouns have the
 * general code.
 */
export function codeAbout(noun: string, what: 'not_found' | 'version_conflict' | 'in_use'): ErrorCode {
  const isNoun = (key: string): key is keyof typeof errorSubjects => Object.hasOwn(errorSubjects, key);
  const code = isNoun(noun) ? `${errorSubjects[noun]}.${what}` : '';
  if (isErrorCode(code)) return code;
  return what === 'not_found' ? 'record.not_found' : what === 'in_use' ? 'record.in_use' : 'record.conflict';
}
