import type { Generated } from 'kysely';
import type { TableOf } from './columns.ts';
import type { bookColumns } from './tables/books.ts';
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
import type { BackupsTable } from './tables/backups.ts';
import type { JobsTable } from './tables/jobs.ts';
import type { MoveChangesTable, MoveStateTable } from './tables/moves.ts';
import type { AuditLogCountsTable, AuditLogListsTable, AuditLogTable } from './tables/audit-log.ts';
import type { AudioAnalysesTable } from './tables/audio-analyses.ts';
import type { AudioClipsTable } from './tables/audio-clips.ts';
import type { SpreadsheetsTable } from './tables/spreadsheets.ts';
import type { RecordSchema } from './tables/tables.ts';
import type { RetainedContentsTable, RetainedFilesTable, TrashTable } from './tables/trash.ts';
import type { UploadsTable } from './tables/uploads.ts';
import type { ListViewsTable } from './tables/views.ts';

/*
 * The tables, the same on every database: yes and no are 0 and 1, times are ISO text in UTC, what is text everywhere compares
 * by bytes.
 */
export interface Schema extends RecordSchema {
  users: UsersTable;
  roles: RolesTable;
  sessions: SessionsTable;
  /** One-time links to a password, by the hash of their token. */
  account_links: {
    token_hash: string;
    user_id: number;
    kind: string;
    created_at: string;
    expires_at: string;
  };
  access_tokens: AccessTokensTable;
  /** The authenticator app of a user; `last_step` is that of the last code that was accepted, so that none is twice. */
  totp_factors: {
    user_id: number;
    secret: string;
    last_step: number;
    created_at: string;
    last_used_at: string | null;
  };
  /** Those that are not used yet, hashed. */
  recovery_codes: { user_id: number; code_hash: string };
  passkeys: PasskeysTable;
  auth_challenges: AuthChallengesTable;
  /** Accounts of users at sign-in providers. Issuer and subject name one; the address is for people. */
  user_identities: UserIdentitiesTable;
  /** The browsers that each user has signed in with, as far as their names tell them apart. */
  known_browsers: { user_id: number; browser_key: string; first_seen_at: string; last_seen_at: string };
  /** The affected and the acting user of each event; users stay as rows, so both have names. */
  security_events: SecurityEventsTable;
  /** The number of attempts in a window that ends at `expires_at`. */
  throttles: { key: string; hits: number; expires_at: string };
  /** One row. Whoever changes what people may do takes it first, so such changes follow one another. */
  user_lock: { id: number; revision: number };
  sign_in_attempts: { key: string; attempted_at: string };
  idempotency_keys: {
    user_id: number;
    key: string;
    request_hash: string;
    answer: string | null;
    created_at: string;
  };
  /** Every stored blob that something names. */
  files: {
    key: string;
    media_type: string;
    size: number;
    created_at: string;
    /** Of the file as it was sent; null where it was changed, or stored before hashes were kept. */
    sha256: string | null;
    /** As it was called when it was sent. */
    name: Generated<string | null>;
    /** Pixels, of a picture; null where it was stored before they were kept. */
    width: number | null;
    height: number | null;
  };
  catalogue: CatalogueTable;
  /** For each of `recordTables`: a number raised by every write to it, and how many rows it has. */
  record_lists: { name: string; revision: number; total: number };
  /** One row: a number raised whenever the name of an author comes, goes or changes. */
  author_names: { id: number; revision: number };
  book_changes: { revision: number; book_id: number | null };
  authors: AuthorsTable;
  /** The words by which authors are found (see `authorWordsOf`). */
  author_words: { word: string; author_id: number };
  books: TableOf<typeof bookColumns>;
  book_search: { book_id: number; search_key: string; beginnings: string };
  /** The words by which the full-text search finds books (see `textWordsOf`). */
  book_texts: { book_id: number; words: string };
  book_counts: BookCountsTable;
  chapters: ChaptersTable;
  text_items: TextItemsTable;
  book_content_versions: BookContentVersionsTable;
  book_content_blocks: BookContentBlocksTable;
  book_content_autosaves: BookContentAutosavesTable;
  book_content_editors: BookContentEditorsTable;
  /** In order of position, which may have gaps. */
  collection_books: { collection_id: number; position: number; book_id: number };
  story_items: StoryItemsTable;
  config_blocks: ConfigBlocksTable;
  /** In order of position, which may have gaps. */
  challenge_items: { challenge_id: number; position: number; book_id: number; is_featured: number | null };
  jobs: JobsTable;
  backups: BackupsTable;
  uploads: UploadsTable;
  /** The parts of an upload that is not joined yet: a blob each, without gaps. */
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
  /** One row: where the chain begins after the oldest entries were cut off; 0 and nothing before. */
  audit_log_anchor: { id: number; entry_id: number; hash: string; at: string };
  /** The number of entries up to `journal_counted`: see `server/core/audit-log/audit-log-counts.ts`. */
  audit_log_counts: AuditLogCountsTable;
  audit_log_lists: AuditLogListsTable;
  audit_log_counted: { id: number; entry_id: number };
  /** Settings that staff have changed, as JSON by key; others have their default. */
  settings: { key: string; value: string; changed_at: string; changed_by: number | null };
  /** A row for each section of the settings, which whoever changes one takes first. */
  setting_sections: { section: string; version: number };
  /** Mail that waits to be sent; gone when it was. */
  emails: EmailsTable;
  projection_state: ProjectionStateTable;
  book_projections: BookProjectionsTable;
  /** The books that go against each rule of the doctor. */
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
  /** The user whose password link is made when the email is sent; null for an email without one. */
  link_user_id: number | null;
  link_kind: string | null;
  /** The address that the link begins with. */
  link_address: Generated<string>;
}

interface StoryItemsTable {
  story_book_id: number;
  position: number;
  book_code: string;
  chapter_code: string;
  text_item_code: string;
  is_featured: number;
  /** The book the code led to; null once it is gone. */
  book_id: number | null;
}

interface ConfigBlocksTable {
  mobile_config_id: number;
  position: number;
  title: string;
  type: string;
  /** A JSON list of ids in order, of the table that goes with the type; some may be gone. */
  record_ids: string;
}

/** The notifications of an account: its own actions and those of the system. */
interface NotificationsTable {
  id: Generated<number>;
  user_id: number;
  /** Given by whoever makes the entry, so that one that is sent twice is kept once. */
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
  /** Of somebody deleted a text that is no address. */
  email: string;
  name: string;
  /** Blank until an invitation is accepted. */
  password_hash: string;
  avatar_key: string | null;
  thumbnail_key: Generated<string | null>;
  /** A JSON list: what the role with `added` and without `removed` comes to, so that a request reads nothing else. */
  permissions: string;
  role_id: Generated<number>;
  /** JSON lists. */
  added: Generated<string>;
  removed: Generated<string>;
  is_suspended: number;
  is_invited: Generated<number>;
  /** Until when a password counts although password sign-in is turned off. */
  password_allowed_until: Generated<string>;
  search_key: Generated<string>;
  /** A JSON object. */
  preferences: Generated<string>;
  last_seen_at: Generated<string | null>;
  /** Rows stay, since others name them. */
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
  /** The same for all spellings of one name. */
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
  /** As the browser sent it, shortened. */
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  /** When its user last showed the password or a passkey. */
  proven_at: Generated<string>;
  /** The sign-in provider that the session was opened through; blank for none. */
  provider: Generated<string>;
  /** The ID token of that sign-in, which the provider wants at the sign-out; may be blank. */
  id_token: Generated<string>;
}

interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** base64url, as is the key. */
  credential_id: string;
  public_key: string;
  /** The name of the host that it was made for: no other accepts it. */
  relying_party: string;
  /** The number of uses, as the passkey counts them; 0 for those that do not count. */
  counter: number;
  /** A JSON list. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Sign-ins and registrations that need a second request, by the hash of the token that names them. */
interface AuthChallengesTable {
  token_hash: string;
  kind: string;
  /** Null while nobody has said who she is. */
  user_id: number | null;
  /** Of the password that the account had: another one meanwhile ends what was begun. */
  password_mark: string;
  /** The value that the response is compared with. */
  secret: string;
  /** JSON of the provider that vouched for the user in place of the password; blank for none. */
  provider_session: Generated<string>;
  /** The number of wrong responses. */
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

/** One row. Whoever writes the catalogue takes it first, so writers follow one another and ids commit in their order. */
interface CatalogueTable {
  id: number;
  /** Raised by every write to books; `book_changes` says which book each one touched. */
  revision: number;
  last_book_id: number;
}

interface AuthorsTable {
  id: Generated<number>;
  name: string;
  /** The same for all spellings of one name. */
  name_key: string;
  book_count: number;
  created_at: string;
  version: number;
  /** The key by which lists are sorted by name. */
  sort_key: string;
  /** Equal for names that are nearly the same (see `likenessOf`). */
  likeness: string;
}

/** The number of books by kind; 0 means no category. Cells without books have no row. */
interface BookCountsTable {
  language: number;
  category_id: number;
  sub_category_id: number;
  is_backup: number;
  books: number;
  reading_seconds: number;
}
