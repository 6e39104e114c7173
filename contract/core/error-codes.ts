/** A known error: its HTTP status and cause, for the API reference. */
export interface ErrorCodeInfo {
  readonly status: number;
  readonly when: string;
}

/** Subjects of errors, by the noun in messages. */
export const errorSubjects = {
  book: 'books',
  author: 'authors',
  category: 'categories',
  'sub-category': 'sub_categories',
  collection: 'collections',
  'story book': 'story_books',
  'mobile config': 'mobile_configs',
  challenge: 'challenges',
  file: 'files',
  account: 'accounts',
  job: 'jobs',
  spreadsheet: 'spreadsheets',
  import: 'imports',
  upload: 'uploads',
  user: 'users',
  role: 'roles',
  session: 'sessions',
  token: 'tokens',
  link: 'links',
  passkey: 'passkeys',
  'journal entry': 'audit_log_entries',
  'record in the trash': 'trash',
  setting: 'settings',
  chapter: 'chapters',
  'saved inside': 'revisions',
  view: 'views',
} as const;
type Subject = (typeof errorSubjects)[keyof typeof errorSubjects];

const general = {
  'request.unreadable': { status: 400, when: 'The request is no HTTP that can be read.' },
  'session.required': { status: 401, when: 'There is no token, or it has ended.' },
  'session.wrong_credentials': { status: 401, when: 'The e-mail or the password is wrong.' },
  'session.wrong_code': { status: 401, when: 'The code of the second step is wrong, or was used before.' },
  'session.wrong_passkey': { status: 401, when: 'The passkey is not known, or did not prove itself.' },
  'session.challenge_ended': {
    status: 401,
    when: 'The sign-in took too long, or had too many wrong codes: it begins again with the password.',
  },
  'permission.missing': { status: 403, when: 'The account may not make this call.' },
  'permission.user_only': { status: 403, when: 'The call takes no token for scripts.' },
  'permission.own_account': { status: 403, when: 'The call is for other accounts than your own.' },
  'permission.reauthentication_required': {
    status: 403,
    when: 'The password or a passkey was last shown more than 10 minutes ago: show it with `POST /auth/reauthenticate`, then repeat the call.',
  },
  'permission.beyond_own': {
    status: 403,
    when: 'The change gives or touches a permission that the caller has not.',
  },
  'path.not_found': { status: 404, when: 'The path does not exist.' },
  'record.not_found': { status: 404, when: 'What was asked for does not exist or was deleted.' },
  'mobile_home.not_found': { status: 404, when: 'No home screen was published for the service.' },
  'path.method_not_allowed': { status: 405, when: 'The path takes other methods; `Allow` names them.' },
  'request.timeout': { status: 408, when: 'The body came to a halt on its way.' },
  'record.conflict': { status: 409, when: 'The state of the catalogue does not permit it.' },
  'users.last_manager': { status: 409, when: 'Nobody would be left who may manage users.' },
  'users.primary_admin': {
    status: 409,
    when: 'The account’s rights are set by the server’s configuration.',
  },
  'users.suspended': { status: 409, when: 'The user is suspended and gets no link.' },
  'two_factor.present': { status: 409, when: 'The account has an authenticator app already.' },
  'passkeys.no_host': { status: 409, when: 'The server knows no host name for passkeys: set `PUBLIC_URL`.' },
  'two_factor.missing': { status: 409, when: 'The account has no second factor.' },
  'users.email_taken': { status: 409, when: 'Another user has the address.' },
  'roles.name_taken': { status: 409, when: 'Another role has the name.' },
  'roles.built_in': { status: 409, when: 'The role is built in and never changes.' },
  'views.name_taken': { status: 409, when: 'Another view of the list, of the same owner, has the name.' },
  'authors.name_taken': { status: 409, when: 'Another author has the name: merge the two instead.' },
  'book_content.breaks_stories': {
    status: 409,
    when: 'Story items lead to what would go; `details.story_items` names them, `force` does it all the same.',
  },
  'audit_log.changed_since': {
    status: 409,
    when: 'The record has changed since the entry that should be undone; `x-audit-log-entry` names the change.',
  },
  'audit_log.already_undone': { status: 409, when: 'The entry was undone before.' },
  'audit_log.cannot_undo': { status: 409, when: 'What happened cannot be taken back, or not by itself.' },
  'audit_log.no_longer_retained': {
    status: 409,
    when: 'A file or a text that should be put back is not kept any more.',
  },
  'trash.owner_missing': {
    status: 409,
    when: 'What the record belongs to is not there: restore that first.',
  },
  'record.in_use': { status: 409, when: 'Other records use it; `message` says which.' },
  'request.too_large': { status: 413, when: 'The body is larger than the call takes.' },
  'request.too_many_values': { status: 413, when: 'The body has more values or fields than a call takes.' },
  'file.too_large': { status: 413, when: 'A file is larger than its field takes.' },
  'upload.quota_exceeded': { status: 413, when: 'The uploads of the account would hold too much together.' },
  'upload.gone': { status: 410, when: 'The upload was not gone on with in time.' },
  'upload.version_unsupported': {
    status: 412,
    when: 'The `Tus-Resumable` header is missing or of another version of the protocol.',
  },
  'upload.malformed': { status: 400, when: 'A header of the upload is missing or cannot be read.' },
  'upload.locked': { status: 423, when: 'Another request is still writing the upload.' },
  'request.uri_too_long': { status: 414, when: 'The address is too long.' },
  'request.unsupported_encoding': { status: 415, when: 'The body is neither JSON nor a form.' },
  'file.unsupported': { status: 415, when: 'A file is of another kind than its field takes.' },
  'file.range_not_satisfiable': { status: 416, when: 'The file does not reach that far.' },
  'request.expectation_failed': {
    status: 417,
    when: 'The `Expect` header asks for what the server cannot do.',
  },
  'request.invalid': {
    status: 422,
    when: 'Values are not valid, and no other code fits all of them; `errors` names each by its path.',
  },
  'request.malformed': { status: 422, when: 'The body is no JSON, or no form, that can be read.' },
  'request.interrupted': { status: 422, when: 'The body broke off.' },
  'field.required': { status: 422, when: 'A field that must have a value is missing or blank.' },
  'text.too_short': { status: 422, when: 'A text is shorter than its field takes.' },
  'text.too_long': { status: 422, when: 'A text is longer than its field takes.' },
  'number.out_of_range': { status: 422, when: 'A number is smaller or larger than its field takes.' },
  'list.too_long': { status: 422, when: 'A list has more entries than its field takes.' },
  'list.repeated_entry': { status: 422, when: 'A list holds something twice that it takes once.' },
  'file.repeated': { status: 422, when: 'More than one file was sent for one field.' },
  'file.damaged': { status: 422, when: 'A file is damaged and could not be read.' },
  'idempotency_key.invalid': { status: 422, when: 'The `Idempotency-Key` is blank or too long.' },
  'idempotency_key.reused': { status: 422, when: 'The `Idempotency-Key` was used for another request.' },
  'password.wrong': { status: 422, when: 'The present password is wrong.' },
  'code.wrong': { status: 422, when: 'The code of the second factor is wrong, or was used before.' },
  'passkey.rejected': { status: 422, when: 'The passkey did not prove itself.' },
  'code.expired': { status: 422, when: 'The enrolment took too long and begins again.' },
  'password.weak': { status: 422, when: 'The new password is easy to guess.' },
  'emails.not_found': { status: 404, when: 'The letter was sent, or is too old to be sent.' },
  'emails.rejected': { status: 422, when: 'The mail server takes no letters to the address.' },
  'settings.fixed': { status: 422, when: 'The environment of the server sets what was to be changed.' },
  'code.taken': { status: 422, when: 'Another record has the code that was sent.' },
  'reference.unknown': { status: 422, when: 'A code or an id leads to no record; `errors` says which.' },
  'reference.mismatched': { status: 422, when: 'A sub-category belongs to another category.' },
  'session.throttled': { status: 429, when: 'Too many sign-ins failed; wait for `Retry-After`.' },
  'request.throttled': { status: 429, when: 'The call was made too often; wait for `Retry-After`.' },
  'request.headers_too_large': { status: 431, when: 'The headers are too large.' },
  'server.failed': { status: 500, when: 'The server’s own fault, logged under the request’s id.' },
  'server.unavailable': {
    status: 503,
    when: 'The server is busy or stopping, or waits for its database or files.',
  },
  'storage.full': { status: 507, when: 'There is no room left; nothing was changed.' },
  'storage.read_only': { status: 507, when: 'Nothing can be written at the moment; nothing was changed.' },
} as const satisfies Record<string, ErrorCodeInfo>;

/** Stable name of an error, on which a client branches. Messages may change, codes do not. */
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
  'audit_log_entries',
  'trash',
  'chapters',
  'revisions',
  'passkeys',
]);

const records = Object.entries(errorSubjects).flatMap(([noun, subject]): [string, ErrorCodeInfo][] => [
  [`${subject}.not_found`, { status: 404, when: `The ${noun} does not exist or was deleted.` }],
  ...(withoutVersions.has(subject)
    ? []
    : [
        [
          `${subject}.version_conflict`,
          { status: 409, when: `Somebody else changed the ${noun} since the version that was sent.` },
        ] satisfies [string, ErrorCodeInfo],
      ]),
  ...(subject === 'categories' || subject === 'sub_categories' || subject === 'roles'
    ? [
        [`${subject}.in_use`, { status: 409, when: `Other records use the ${noun}.` }] satisfies [
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

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => errorCodes[code]?.status ?? 500;

const byStatus = new Map<number, ErrorCode>([
  [400, 'request.unreadable'],
  [401, 'session.required'],
  [403, 'permission.missing'],
  [404, 'record.not_found'],
  [405, 'path.method_not_allowed'],
  [408, 'request.timeout'],
  [409, 'record.conflict'],
  [410, 'upload.gone'],
  [412, 'upload.version_unsupported'],
  [413, 'request.too_large'],
  [414, 'request.uri_too_long'],
  [415, 'request.unsupported_encoding'],
  [416, 'file.range_not_satisfiable'],
  [417, 'request.expectation_failed'],
  [422, 'request.invalid'],
  [423, 'upload.locked'],
  [429, 'session.throttled'],
  [431, 'request.headers_too_large'],
  [503, 'server.unavailable'],
  [507, 'storage.full'],
]);

/** General code for an HTTP status. */
export const codeOfStatus = (status: number): ErrorCode =>
  byStatus.get(status) ?? (status >= 500 ? 'server.failed' : 'request.unreadable');

/**
 * Code of an error about a subject: `codeAbout('story book', 'not_found')` is `story_books.not_found`. Unknown nouns
 * get the general code.
 */
export function codeAbout(noun: string, what: 'not_found' | 'version_conflict' | 'in_use'): ErrorCode {
  const isNoun = (key: string): key is keyof typeof errorSubjects => Object.hasOwn(errorSubjects, key);
  const code = isNoun(noun) ? `${errorSubjects[noun]}.${what}` : '';
  if (isErrorCode(code)) return code;
  return what === 'not_found' ? 'record.not_found' : what === 'in_use' ? 'record.in_use' : 'record.conflict';
}
