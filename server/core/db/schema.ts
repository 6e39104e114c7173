import type { Generated } from 'kysely';
import type { ContributorRole } from '#contract/contributors/contributors';
import type { TableOf } from './columns.ts';
import type { bookColumns } from './tables/books.ts';
import type { ReleaseChangesTable, ReleaseCommentsTable, ReleasesTable } from './tables/releases.ts';
import type { BulkBooksTable, BulkChangesTable } from './tables/bulk.ts';
import type {
  BookProjectionsTable,
  CatalogueLengthsTable,
  CataloguePeriodsTable,
  CatalogueTotalsTable,
  DismissalsTable,
  ProjectionStateTable,
  IssueCountsTable,
  HomeDeliveriesTable,
} from './tables/projections.ts';
import type {
  ImportCoversTable,
  ImportFilesTable,
  ImportTextsTable,
  ImportsTable,
} from './tables/imports.ts';
import type {
  ChaptersTable,
  BookContentAutosavesTable,
  BookContentEditorsTable,
  BookContentBlocksTable,
  BookContentVersionsTable,
  TextItemsTable,
} from './tables/book-content.ts';
import type { CustomFieldsTable } from './tables/custom-fields.ts';
import type { BackupsTable } from './tables/backups.ts';
import type { JobsTable } from './tables/jobs.ts';
import type { MoveChangesTable, MoveStateTable } from './tables/moves.ts';
import type { AuditLogCountsTable, AuditLogListsTable, AuditLogTable } from './tables/audit-log.ts';
import type { AudioAnalysesTable } from './tables/audio-analyses.ts';
import type { AudioClipsTable } from './tables/audio-clips.ts';
import type { SpreadsheetsTable } from './tables/spreadsheets.ts';
import type { ImprintsTable } from './tables/publishers.ts';
import type { RecordSchema } from './tables/tables.ts';
import type { RetainedContentsTable, RetainedFilesTable, TrashTable } from './tables/trash.ts';
import type { UploadsTable } from './tables/uploads.ts';
import type { ListViewsTable } from './tables/views.ts';

/* The tables, which are the same on every database. Booleans are 0 and 1, times are ISO text in UTC, and text columns compare by bytes. */
export interface Schema extends RecordSchema {
  users: UsersTable;
  roles: RolesTable;
  sessions: SessionsTable;
  /** One-time links to set a password, by the hash of their token. */
  account_links: {
    token_hash: string;
    user_id: number;
    kind: string;
    created_at: string;
    expires_at: string;
  };
  /** Links that show a home screen without an account, by the hash of their token. `content` is the home screen as JSON. */
  preview_links: {
    id: Generated<number>;
    token_hash: string;
    user_id: number;
    title: string;
    content: string;
    created_at: string;
    expires_at: string;
  };
  /** The secret addresses of calendars, by the hash of the secret. */
  release_calendars: { user_id: number; token_hash: string; created_at: string };
  access_tokens: AccessTokensTable;
  /** The authenticator app of a user. `last_step` is the step of the last accepted code, so that no code is accepted twice. */
  totp_factors: {
    user_id: number;
    secret: string;
    last_step: number;
    created_at: string;
    last_used_at: string | null;
  };
  /** Unused codes, as hashes. */
  recovery_codes: { user_id: number; code_hash: string };
  passkeys: PasskeysTable;
  auth_challenges: AuthChallengesTable;
  /** Accounts of users at sign-in providers. Issuer and subject identify one; the email address is for display. */
  user_identities: UserIdentitiesTable;
  /** The browsers that each user has signed in with, as far as their names differ. */
  known_browsers: { user_id: number; browser_key: string; first_seen_at: string; last_seen_at: string };
  /** Security events with the affected and the acting user. Rows of deleted users remain, so both have names. */
  security_events: SecurityEventsTable;
  /** The number of attempts in a window that ends at `expires_at`. */
  throttles: { key: string; hits: number; expires_at: string };
  /** One row. Transactions that change permissions lock it first, so they run one after the other. */
  user_lock: { id: number; revision: number };
  sign_in_attempts: { key: string; attempted_at: string };
  idempotency_keys: {
    user_id: number;
    key: string;
    request_hash: string;
    response: string | null;
    created_at: string;
  };
  /** Every stored blob that is referenced. */
  files: {
    key: string;
    media_type: string;
    size: number;
    created_at: string;
    /** The hash of the uploaded file; null if the file was changed, or stored before hashes were added. */
    sha256: string | null;
    /** The file name in the upload. */
    name: Generated<string | null>;
    /** In pixels, for images; null if the image was stored before the columns were added. */
    width: number | null;
    height: number | null;
  };
  catalogue: CatalogueTable;
  /** For each of `recordTables`: a revision that every write increases, and the number of rows. */
  record_lists: { name: string; revision: number; total: number };
  /** One row: a revision that increases when the name of an author is added, removed or changed. */
  author_names: { id: number; revision: number };
  book_changes: { revision: number; book_id: number | null };
  /** All people with a role on books; those who are first authors have a `book_count`. */
  authors: AuthorsTable;
  /** The words that authors are found by (see `authorWordsOf`). */
  author_words: { word: string; author_id: number };
  /** The words of the sort name and the other names of people. */
  other_name_words: { word: string; contributor_id: number };
  /** The number of books of each person in each role, from 1. */
  contributor_counts: { contributor_id: number; role: ContributorRole; book_count: number };
  /** The people who contributed to a book, except its first author. Sorted by position. */
  book_contributors: { book_id: number; position: number; contributor_id: number; role: ContributorRole };
  /** A row for each right of `books.rights`. Codes are between spaces. A right without an end ends on 9999-12-31. */
  book_rights: {
    book_id: number;
    position: number;
    territories: string;
    excluded: string;
    /** Days in UTC; a blank start is no limit. */
    starts_on: string;
    ends_on: string;
    /** Blank for all services. */
    service: string;
  };
  custom_fields: CustomFieldsTable;
  /** `name_key` is the name in lower case. Subjects of books contain the original name, which never changes. */
  subject_schemes: {
    id: Generated<number>;
    name: string;
    name_key: string;
    original_name: string;
    is_listed_only: number;
    code_count: number;
    version: number;
    created_at: string;
    updated_at: string;
  };
  /** The current and earlier names of schemes in lower case. */
  subject_scheme_names: { name_key: string; scheme_id: number };
  /** The uploaded lists of schemes. `subject_key` has scheme and code in lower case, `search_key` code and label folded. */
  subject_codes: { subject_key: string; scheme_id: number; code: string; label: string; search_key: string };
  /** A row for each subject of `books.subjects`. */
  book_subjects: { book_id: number; position: number; subject_key: string };
  /** A row for each value of `books.custom_values`, as filters compare it (see `filterKeyOf`). */
  book_custom_values: { book_id: number; field_id: number; value: string };
  /** The words of names and titles by the keys of `keysOfWord`, for searches with a typo. */
  search_words: { key: string; word: string };
  books: TableOf<typeof bookColumns>;
  book_search: { book_id: number; search_key: string; beginnings: string };
  /** The words that the full-text search finds books by (see `textWordsOf`). */
  book_texts: { book_id: number; words: string };
  book_counts: BookCountsTable;
  chapters: ChaptersTable;
  text_items: TextItemsTable;
  book_content_versions: BookContentVersionsTable;
  book_content_blocks: BookContentBlocksTable;
  book_content_autosaves: BookContentAutosavesTable;
  book_content_editors: BookContentEditorsTable;
  /** The users who have a record open, with the time of their last report. */
  record_presence: { kind: string; record_id: number; user_id: number; seen_at: string };
  /** Sorted by position, which can have gaps. */
  collection_books: { collection_id: number; position: number; book_id: number };
  /** Sorted by position, which can have gaps. `volume` is the text that the API calls position. */
  imprints: ImprintsTable;
  series_books: { series_id: number; position: number; book_id: number; volume: string };
  story_items: StoryItemsTable;
  config_blocks: ConfigBlocksTable;
  /** Sorted by position, which can have gaps. */
  challenge_items: { challenge_id: number; position: number; book_id: number; is_featured: number | null };
  jobs: JobsTable;
  backups: BackupsTable;
  uploads: UploadsTable;
  /** The parts of an upload that is not assembled yet: one blob each, without gaps. */
  upload_parts: { upload_id: string; starts: number; length: number; key: string };
  notifications: NotificationsTable;
  /** The last entry that an account has seen. */
  notifications_seen: { user_id: number; last_id: number };
  imports: ImportsTable;
  import_files: ImportFilesTable;
  import_covers: ImportCoversTable;
  import_texts: ImportTextsTable;
  audio_analyses: AudioAnalysesTable;
  audio_clips: AudioClipsTable;
  trash: TrashTable;
  retained_files: RetainedFilesTable;
  retained_contents: RetainedContentsTable;
  audit_log: AuditLogTable;
  /** One row: the start of the hash chain after the oldest entries were pruned; 0 and blank before. */
  audit_log_anchor: { id: number; entry_id: number; hash: string; at: string };
  /** The number of entries up to `audit_log_counted`; see `server/core/audit-log/audit-log-counts.ts`. */
  audit_log_counts: AuditLogCountsTable;
  audit_log_lists: AuditLogListsTable;
  audit_log_counted: { id: number; entry_id: number };
  /** Changed settings as JSON by key. Settings without a row have their default. */
  settings: { key: string; value: string; changed_at: string; changed_by: number | null };
  /** A row for each section of the settings. Transactions that change a section lock it first. */
  setting_sections: { section: string; version: number };
  /** Emails to be sent. A row is deleted after its email was sent. */
  emails: EmailsTable;
  projection_state: ProjectionStateTable;
  book_projections: BookProjectionsTable;
  /** The books with an issue, by check of the catalogue health. */
  health_issues: { rule: string; book_id: number };
  issue_counts: IssueCountsTable;
  dismissals: DismissalsTable;
  catalogue_totals: CatalogueTotalsTable;
  catalogue_lengths: CatalogueLengthsTable;
  catalogue_periods: CataloguePeriodsTable;
  home_deliveries: HomeDeliveriesTable;
  bulk_changes: BulkChangesTable;
  bulk_books: BulkBooksTable;
  spreadsheets: SpreadsheetsTable;
  list_views: ListViewsTable;
  releases: ReleasesTable;
  release_changes: ReleaseChangesTable;
  release_comments: ReleaseCommentsTable;
  move_state: MoveStateTable;
  move_changes: MoveChangesTable;
  migrations: { name: string; applied_at: string };
}

interface EmailsTable {
  id: Generated<number>;
  recipient: string;
  subject: string;
  body: string;
  created_at: string;
  /** The user whose password link is created when the email is sent; null for an email without a link. */
  link_user_id: number | null;
  link_kind: string | null;
  /** The address that the link starts with. */
  link_address: Generated<string>;
}

interface StoryItemsTable {
  story_book_id: number;
  position: number;
  book_code: string;
  chapter_code: string;
  text_item_code: string;
  is_featured: number;
  /** The book of the code; null if it was deleted. */
  book_id: number | null;
}

interface ConfigBlocksTable {
  mobile_config_id: number;
  position: number;
  title: string;
  type: string;
  /** A JSON list of ids in order, of the table for this type. Some records may be deleted. */
  record_ids: string;
}

/** The notifications of an account: its own actions and those of the system. */
interface NotificationsTable {
  id: Generated<number>;
  user_id: number;
  /** Set by the creator of the entry, so that an entry that is sent twice is stored once. */
  entry_key: string;
  at: string;
  outcome: 'success' | 'failure';
  message: string;
  attempted_action: string | null;
  subject: string | null;
  /** The path of the screen with details. */
  address: string | null;
}

interface UsersTable {
  id: Generated<number>;
  /** For a deleted user, a text that is not an email address. */
  email: string;
  name: string;
  /** Blank until an invitation is accepted. */
  password_hash: string;
  avatar_key: string | null;
  thumbnail_key: Generated<string | null>;
  /** A JSON list of the effective permissions: those of the role plus `added` minus `removed`. Requests read only this column. */
  permissions: string;
  role_id: Generated<number>;
  /** JSON lists. */
  added: Generated<string>;
  removed: Generated<string>;
  is_suspended: number;
  is_invited: Generated<number>;
  /** The time until which the password is accepted although password sign-in is off. */
  password_allowed_until: Generated<string>;
  search_key: Generated<string>;
  /** A JSON object. */
  preferences: Generated<string>;
  last_seen_at: Generated<string | null>;
  /** Rows remain, because other rows refer to them. */
  deleted_at: Generated<string | null>;
  version: number;
  created_at: string;
  updated_at: string;
}

interface UserIdentitiesTable {
  id: Generated<number>;
  user_id: number;
  issuer: string;
  subject: string;
  email: string;
  created_at: string;
  last_used_at: string | null;
}

interface RolesTable {
  id: Generated<number>;
  name: string;
  /** Equal for all spellings of one name. */
  name_key: string;
  /** A JSON list. */
  permissions: string;
  is_built_in: number;
  requires_two_factor: Generated<number>;
  version: number;
  created_at: string;
  updated_at: string;
}

interface SessionsTable {
  id: Generated<number>;
  token_hash: string;
  user_id: number;
  address: string;
  /** As the browser sent it, truncated. */
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  /** The time when the user last confirmed the password or a passkey. */
  proven_at: Generated<string>;
  /** The sign-in provider of the session; blank if there is none. */
  provider: Generated<string>;
  /** The ID token of that sign-in, which the provider needs for the sign-out; may be blank. */
  id_token: Generated<string>;
}

interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** In base64url, like the public key. */
  credential_id: string;
  public_key: string;
  /** The host name that the passkey was created for. Other hosts do not accept it. */
  relying_party: string;
  /** The number of uses that the passkey reports; 0 if it does not count. */
  counter: number;
  /** A JSON list. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Sign-ins and registrations that need a second request, by the hash of their token. */
interface AuthChallengesTable {
  token_hash: string;
  kind: string;
  /** Null if the user is not known yet. */
  user_id: number | null;
  /** A digest of the password hash. If the password changes, the challenge becomes invalid. */
  password_mark: string;
  /** The value that the response must match. */
  secret: string;
  /** JSON of the provider that authenticated the user instead of the password; blank if there is none. */
  provider_session: Generated<string>;
  /** The number of attempts. */
  tries: number;
  created_at: string;
  expires_at: string;
}

interface SecurityEventsTable {
  id: Generated<number>;
  at: string;
  kind: string;
  user_id: number | null;
  actor_id: number | null;
  address: string;
  user_agent: string;
  detail: string;
}

interface AccessTokensTable {
  id: Generated<number>;
  token_hash: string;
  user_id: number;
  name: string;
  prefix: string;
  /** A JSON list. */
  permissions: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

/** One row. Writers of the catalogue lock it first, so they run one after the other and ids are committed in order. */
interface CatalogueTable {
  id: number;
  /** Increased by every write to books. `book_changes` contains the changed book of each. */
  revision: number;
  last_book_id: number;
}

interface AuthorsTable {
  id: Generated<number>;
  name: string;
  /** Equal for all spellings of one name. */
  name_key: string;
  book_count: number;
  created_at: string;
  version: number;
  /** The key that lists are sorted by. */
  sort_key: string;
  /** The folded sort name, or `sort_key` without one. */
  sort_name_key: Generated<string>;
  /** Equal for similar names (see `likenessOf`). */
  likeness: string;
  /** The number of books in any role. */
  total_books: Generated<number>;
  /** The name that lists of people are sorted by, such as "Le Guin, Ursula K."; blank if it is the name. */
  sort_name: Generated<string>;
  /** One name per line. */
  other_names: Generated<string>;
  /** Sixteen characters without spaces; blank if unknown. */
  isni: Generated<string>;
  biography: Generated<string>;
  /** As JSON; blank if there are none. */
  links: Generated<string>;
  /** The biography in other languages, as JSON; blank if there are none. */
  localized_biographies: Generated<string>;
  image_key: Generated<string | null>;
  thumbnail_key: Generated<string | null>;
}

/** The number of books per group; 0 means no category. Groups without books have no row. */
interface BookCountsTable {
  language: number;
  category_id: number;
  sub_category_id: number;
  is_backup: number;
  books: number;
  reading_seconds: number;
}
