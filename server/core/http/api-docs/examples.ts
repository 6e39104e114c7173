/* One example request for each operation, in an order that works on an empty catalogue. The tests send all of them. */

import { recordTypes, resourceNames } from '#contract/core/record-types';
import { inPascalCase } from '../resource.routes.ts';

export interface ExampleCall {
  readonly operationId: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON, or as a form if the request contains files. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** File names by field. */
  readonly files?: Readonly<Record<string, string>>;
  /** The name of the file that is sent as the body. */
  readonly bytes?: string;
}

/** Placeholders for the values that the reader of the reference replaces. */
export const placeholders = {
  origin: 'http://127.0.0.1:8080',
  token: 'TOKEN',
  email: 'admin@lectern.local',
  password: 'your password',
  /** The part of a password reset link after `#`. */
  link: 'LINK_TOKEN',
  /** The part of a preview link after `#`. */
  previewLink: 'PREVIEW_TOKEN',
  /** The secret part of the address of a calendar. */
  calendar: 'CALENDAR_SECRET',
  /** The challenge of a sign-in or a setup that needs a second request. */
  challenge: 'CHALLENGE',
  /** The query that a sign-in provider adds to the redirect URL. */
  providerResponse: 'code=CODE&state=STATE',
  code: '287082',
  recoveryCode: 'k7wq-29dm-xr4t-b6hn-5vca-g83p',
  passkey: 'y0mZr8dQb3S7c1kXe5VtJw',
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  file: '0f8b1c6d2e7a49358c1d6b0e5f3a7d92.webp',
  upload: '5b1f0c9e7d2a4c68b3e60f1a9d847c25',
  /** The IDs of an audit log entry and of a record in the trash. */
  entry: 4242,
  deleted: 2424,
} as const;

const { email, password, file, link, upload, challenge, code, recoveryCode, passkey, providerResponse } =
  placeholders;
const provider = 'example';

const tus = { 'Tus-Resumable': '1.0.0' };
const story = { book_code: 'BK-000001', chapter_code: 'CH-01', text_item_code: 'T-01' };

/** The chapters of the example book. */
export const exampleChapters = [
  {
    name: 'The lamp',
    duration: 1800,
    text_items: [{ text: 'Every evening she climbed the hundred and forty steps.' }],
  },
];

/** The job of the examples. No example request creates one. */
export const exampleJob = { kind: 'assemble', subjectId: '1', title: 'narration.m4b', userId: 1 } as const;

/** The backup of the examples. */
export const exampleBackup = {
  name: '2026-01-15T02-00-00-5b1f0c9e.backup',
  created_at: '2026-01-15T02:00:00.000Z',
  finished_at: '2026-01-15T02:00:07.000Z',
  duration_ms: 7000,
  bytes: 1_474_560,
  added_bytes: 327_680,
  rows: 5120,
  files: 12,
  file_bytes: 1_310_720,
  missing_files: 0,
  is_encrypted: 1,
  is_scheduled: 1,
  user_id: null,
  home_hash: null,
  tested_at: null as string | null,
  test_error: null as string | null,
};

/** The upload of the examples, which is complete. */
export const exampleUpload = '3a9d5e1c7b204f68';
/** The audio upload of a chapter. An example request uses it up. */
export const exampleAudio = '7c1e0b9a5d3f48268e2a9c4b6f0d1357';
/** The upload size in bytes. It exceeds what the tests send, so the upload is shown in progress. */
const exampleUploadBytes = 52_428_800;

const records = resourceNames.map((name) => inPascalCase(recordTypes[name].singular));

export const exampleCalls: readonly ExampleCall[] = [
  { operationId: 'signIn', body: { email, password } },
  { operationId: 'getCurrentUser' },

  { operationId: 'createCategory', body: { name: 'Sea stories' } },
  { operationId: 'proposeCategoryCode', query: { name: 'Sea stories' } },
  { operationId: 'listCategories', query: { search: 'sea' } },
  { operationId: 'getCategory', path: { id: 1 } },
  { operationId: 'updateCategory', path: { id: 1 }, body: { name: 'Stories of the sea', version: 1 } },
  { operationId: 'createSubCategory', body: { name: 'Lighthouses', category_code: 'sea-stories' } },
  { operationId: 'proposeSubCategoryCode', query: { name: 'Lighthouses' } },
  { operationId: 'listSubCategories', query: { category_code: 'sea-stories' } },
  { operationId: 'getSubCategory', path: { id: 1 } },
  {
    operationId: 'updateSubCategory',
    path: { id: 1 },
    body: { name: 'Lighthouses and harbours', version: 1 },
  },

  {
    operationId: 'createBook',
    headers: { 'Idempotency-Key': 'the-lighthouse-keeper-1' },
    body: {
      name: 'The Lighthouse Keeper',
      author: { name: 'Ada Marsh' },
      category_code: 'sea-stories',
      language: 3,
      duration: 5400,
      is_backup: 0,
    },
    files: { image: 'cover.png' },
  },
  {
    operationId: 'listBooks',
    query: { search: 'light', language: 'en', items_per_page: 20, with_chapters: false },
  },
  { operationId: 'exportBook', path: { id: 1 }, query: { as: 'json' } },
  { operationId: 'listBookAnalyses', path: { id: 1 } },
  { operationId: 'getProofingReport', path: { id: 1 } },
  { operationId: 'exportProofingReport', path: { id: 1 } },
  { operationId: 'addChapterAudio', path: { id: 1 }, body: { upload_id: exampleAudio, chapter_id: 1 } },
  { operationId: 'getBookContent', path: { id: 1 } },
  {
    operationId: 'saveBookContent',
    path: { id: 1 },
    query: { with_texts: false },
    body: {
      version: 3,
      chapters: [
        { id: 1, name: 'The lamp is lit' },
        { id: 2, start: 0, end: 1.5 },
      ],
    },
  },
  { operationId: 'listBookContentVersions', path: { id: 1 } },
  { operationId: 'getBookContentVersion', path: { id: 1, revision: 1 } },
  { operationId: 'restoreBookContent', path: { id: 1, revision: 1 }, body: { version: 4 } },
  {
    operationId: 'saveBookContentAutosave',
    path: { id: 1 },
    body: { base_version: 5, document: { chapters: [] } },
  },
  { operationId: 'getBookContentAutosave', path: { id: 1 } },
  { operationId: 'deleteBookContentAutosave', path: { id: 1 } },
  { operationId: 'claimBookContent', path: { id: 1 }, body: { take_over: false } },
  { operationId: 'getBookContentEditor', path: { id: 1 } },
  { operationId: 'releaseBookContent', path: { id: 1 } },
  { operationId: 'alignBook', path: { id: 1 }, body: { chapters: [1] } },
  { operationId: 'listAuthors', query: { search: 'mar' } },
  { operationId: 'listContributors', query: { search: 'mar' } },
  { operationId: 'getContributor', path: { id: 1 } },
  { operationId: 'getAuthor', path: { id: 1 } },
  { operationId: 'searchFullText', query: { search: 'light' } },
  { operationId: 'countBooksByLanguage', query: { search: 'light' } },
  { operationId: 'getBook', path: { id: 1 } },
  {
    operationId: 'updateBook',
    body: { id: 1, version: 5, name: 'The Last Lighthouse Keeper', author: { name: 'Ada Marsh' } },
  },
  { operationId: 'renameAuthor', path: { id: 1 }, body: { name: 'Ada R. Marsh', version: 1 } },
  {
    operationId: 'updateContributor',
    path: { id: 1 },
    body: {
      sort_name: 'Marsh, Ada',
      isni: '0000 0001 2103 2683',
      links: [{ label: 'Website', url: 'https://marsh.example' }],
      localized_biographies: [{ language: 'fr', biography: 'Née au bord de la mer.' }],
    },
  },
  {
    operationId: 'previewBulkChange',
    body: { filter: { language: 'en' }, expected: 1, changes: { is_backup: true } },
  },
  { operationId: 'startBulkChange', body: { ids: [1], changes: { is_backup: true } } },
  { operationId: 'getBulkChange', path: { id: 1 } },
  { operationId: 'undoBulkChange', path: { id: 1 } },
  {
    operationId: 'previewSpreadsheet',
    body: { kind: 'categories', csv: 'code,name\n,Night stories\n' },
  },
  { operationId: 'applySpreadsheet', path: { id: 1 }, body: {} },
  { operationId: 'getSpreadsheet', path: { id: 1 } },
  { operationId: 'undoSpreadsheet', path: { id: 1 } },
  { operationId: 'exportList', path: { kind: 'categories' }, query: { as: 'csv' } },
  { operationId: 'getSpreadsheetTemplate', path: { kind: 'books' }, query: { as: 'csv' } },
  {
    operationId: 'createCustomField',
    body: {
      label: 'Mood',
      type: 'choice',
      choices: [{ name: 'Calm' }, { name: 'Dark' }],
      help: 'The mood of the reading',
      is_filter: true,
    },
  },
  { operationId: 'listCustomFields' },
  { operationId: 'getCustomField', path: { id: 1 } },
  {
    operationId: 'updateCustomField',
    body: {
      id: 1,
      version: 1,
      choices: [{ id: 2, name: 'Gloomy' }, { id: 1, name: 'Calm' }, { name: 'Funny' }],
    },
  },
  { operationId: 'updateCustomFieldOrder', body: { ids: [1] } },
  { operationId: 'deleteCustomField', path: { id: 1 } },
  { operationId: 'createSubjectScheme', body: { name: 'Thema' } },
  {
    operationId: 'importSubjects',
    body: { id: 1, version: 1, text: 'code,label\nFB,Fiction\nFBA,Modern fiction\n' },
  },
  {
    operationId: 'updateSubjectScheme',
    body: { id: 1, version: 2, name: 'Thema 1.5', is_listed_only: true },
  },
  { operationId: 'listSubjectSchemes' },
  { operationId: 'getSubjectScheme', path: { id: 1 } },
  { operationId: 'searchSubjects', query: { scheme: 'Thema', search: 'mod' } },
  { operationId: 'deleteSubjectScheme', path: { id: 1 } },
  {
    operationId: 'createView',
    body: {
      list: 'books',
      name: 'Short ones first',
      query: { language: 'en', sort_by_field: 'reading_time', sort_direction: 'asc' },
      columns: ['author', 'reading_time'],
      density: 'compact',
      is_shared: true,
    },
  },
  { operationId: 'updatePresence', body: { kind: 'books', id: 1 } },
  { operationId: 'removePresence', body: { kind: 'books', id: 1 } },
  { operationId: 'listViews', query: { list: 'books', counts: true } },
  { operationId: 'getView', path: { id: 1 } },
  { operationId: 'updateView', path: { id: 1 }, body: { name: 'Short first', version: 1 } },
  { operationId: 'deleteView', path: { id: 1 } },
  { operationId: 'createRelease', body: { name: 'Summer', colour: 'orange', time_zone: 'Europe/Istanbul' } },
  { operationId: 'listReleases', query: { status: 'open' } },
  { operationId: 'listReleaseUsers' },
  { operationId: 'createReleaseComment', path: { id: 1 }, body: { text: 'Covers are missing. @{1}' } },
  {
    operationId: 'updateReleaseComment',
    path: { id: 1, comment: 1 },
    body: { text: 'Two covers are missing. @{1}', version: 1 },
  },
  { operationId: 'listReleaseComments', path: { id: 1 } },
  { operationId: 'deleteReleaseComment', path: { id: 1, comment: 1 } },
  { operationId: 'getFile', path: { key: file }, headers: { Range: 'bytes=0-1023' } },
  { operationId: 'getFileHeaders', path: { key: file } },

  {
    operationId: 'createCollection',
    body: { title: 'By the sea', description: 'For long evenings', book_codes: ['BK-000001'] },
  },
  { operationId: 'listCollections', query: { search: 'sea' } },
  { operationId: 'getCollection', path: { id: 1 } },
  { operationId: 'updateCollection', body: { id: 1, version: 1, title: 'By the open sea' } },

  {
    operationId: 'createSeries',
    body: { title: 'The sea cycle', books: [{ code: 'BK-000001', position: '1' }] },
  },
  { operationId: 'listSeries', query: { search: 'sea' } },
  { operationId: 'getSeries', path: { id: 1 } },
  { operationId: 'updateSeries', body: { id: 1, version: 1, title: 'The complete sea cycle' } },

  {
    operationId: 'createPublisher',
    body: { name: 'Gull and Tern', website: 'https://gull.example.org', imprints: [{ name: 'Lantern' }] },
  },
  { operationId: 'listPublishers', query: { search: 'tern' } },
  { operationId: 'getPublisher', path: { id: 1 } },
  { operationId: 'updatePublisher', body: { id: 1, version: 1, name: 'Gull & Tern' } },

  { operationId: 'validateStoryItem', body: story },
  {
    operationId: 'createStoryBook',
    body: { title: 'Good night', story_items: [{ ...story, is_featured: true }] },
  },
  { operationId: 'listStoryBooks', query: { page: 1 } },
  { operationId: 'getStoryBook', path: { id: 1 } },
  { operationId: 'updateStoryBook', body: { id: 1, version: 1, description: 'One text an evening' } },

  {
    operationId: 'createChallenge',
    body: {
      title: 'A week at sea',
      description: 'A book for every evening',
      day_count: 7,
      items: [{ book_code: 'BK-000001', order_index: 0, is_featured: true }],
    },
  },
  { operationId: 'listChallenges', query: { sort_by_field: 'day_count', sort_direction: 'asc' } },
  { operationId: 'getChallenge', path: { id: 1 } },
  { operationId: 'updateChallenge', body: { id: 1, version: 1, is_active: true } },

  {
    operationId: 'createMobileConfig',
    body: {
      title: 'Autumn',
      is_main_service: true,
      config: [
        { title: 'Our choice', type: 'one_collection', data: { id: 1 } },
        { title: 'Read along', type: 'challenges', data: { items: [{ id: 1 }] } },
      ],
    },
  },
  { operationId: 'listMobileConfigs', query: { page: 1 } },
  { operationId: 'getMobileConfig', path: { id: 1 } },
  { operationId: 'updateMobileConfig', body: { id: 1, version: 1, title: 'Late autumn' } },
  { operationId: 'getHomeScreen', query: { service: 'main' } },
  {
    operationId: 'previewHomeScreen',
    body: {
      is_main_service: true,
      config: [{ title: 'Our choice', type: 'one_collection', data: { id: 1 } }],
    },
  },
  {
    operationId: 'createPreviewLink',
    body: {
      title: 'Autumn',
      is_main_service: true,
      language: 'en',
      config: [{ title: 'Our choice', type: 'one_collection', data: { id: 1 } }],
    },
  },
  { operationId: 'listPreviewLinks' },
  { operationId: 'getSharedPreview', body: { token: placeholders.previewLink } },
  { operationId: 'revokePreviewLink', path: { id: 1 } },

  {
    operationId: 'createImport',
    headers: { 'Idempotency-Key': 'the-storm-1' },
    body: { files: [{ upload_id: exampleUpload, path: 'The Storm.epub' }] },
  },
  { operationId: 'retryImport', path: { id: 2 } },
  { operationId: 'listImports', query: { state: 'ready' } },
  { operationId: 'getImport', path: { id: 1 } },
  { operationId: 'listImportTexts', path: { id: 1 }, query: { chapter: 0 } },
  {
    operationId: 'updateImport',
    path: { id: 1 },
    body: { version: 2, fields: { narrator: 'Nora Reader' } },
  },
  { operationId: 'listImportAnalyses', path: { id: 1 }, query: { with_silences: true } },
  { operationId: 'compareImport', path: { id: 1 }, query: { book_id: 1 } },
  {
    operationId: 'acceptImport',
    path: { id: 1 },
    headers: { 'Idempotency-Key': 'the-harbour-1' },
    body: { version: 3 },
  },
  { operationId: 'acceptReadyImports', body: {} },

  { operationId: 'listAuditLog', query: { kind: 'books', action: 'changed' } },
  { operationId: 'listOwnAuditLog', query: { items_per_page: 5 } },
  { operationId: 'listAuditLogActors' },
  { operationId: 'getAuditLogSummary' },
  { operationId: 'exportAuditLog', query: { kind: 'books', action: 'changed' } },
  { operationId: 'getAuditLogEntry', path: { id: 2 } },
  { operationId: 'getRetainedFile', path: { key: file } },
  ...records.flatMap((record) => [
    { operationId: `list${record}History`, path: { id: 1 }, query: { items_per_page: 1 } },
    { operationId: `list${record}References`, path: { id: 1 } },
  ]),
  ...records.map((record) => ({
    operationId: `revert${record}`,
    path: { id: 1 },
    body: { entry_id: placeholders.entry, ...(record === 'Book' && { fields: ['name'] }) },
  })),
  { operationId: 'undoAuditLogEntry', path: { id: placeholders.entry } },

  { operationId: 'getLongestBook' },
  { operationId: 'getAverageReadingTimes' },
  { operationId: 'getMostProlificAuthors' },
  { operationId: 'getOverview' },
  { operationId: 'getHealthReport' },
  { operationId: 'listIssues', query: { rule: 'book_without_category' } },
  { operationId: 'exportHealthIssues', query: { rule: 'book_without_audio' } },
  {
    operationId: 'dismissIssue',
    body: { rule: 'book_without_category', id: 1, reason: 'It is filed later.' },
  },
  { operationId: 'reopenIssue', body: { rule: 'book_without_category', id: 1 } },
  { operationId: 'getAnalytics', query: { from: '2020-01-01', to: '2020-01-03' } },
  { operationId: 'getAnalyticsGroups', query: { by: 'narrator' } },
  { operationId: 'getWorkByPerson', query: { from: '2020-01-01', to: '2020-01-03' } },
  {
    operationId: 'createUpload',
    headers: {
      ...tus,
      'Upload-Length': String(exampleUploadBytes),
      'Upload-Metadata': 'filename bmFycmF0aW9uLm00Yg==',
    },
  },
  {
    operationId: 'sendUpload',
    path: { upload },
    headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    bytes: 'part-1',
  },
  { operationId: 'getUploadOffset', path: { upload }, headers: tus },
  { operationId: 'getUpload', path: { upload } },
  { operationId: 'listUploads', query: { page: 1 } },
  { operationId: 'deleteUpload', path: { upload }, headers: tus },
  { operationId: 'listJobs', query: { state: 'queued,running' } },
  { operationId: 'getJob', path: { id: 1 } },
  { operationId: 'cancelJob', path: { id: 1 } },
  { operationId: 'retryJob', path: { id: 1 } },
  { operationId: 'getJobEvents' },
  {
    operationId: 'addNotifications',
    body: {
      entries: [
        { key: 'b7Hq2', outcome: 'success', message: 'Book created successfully', subject: 'The Lighthouse' },
      ],
    },
  },
  { operationId: 'listNotifications', query: { page: 1 } },
  { operationId: 'markNotificationsSeen' },
  { operationId: 'clearNotifications' },
  { operationId: 'checkLiveness' },
  { operationId: 'checkReadiness' },

  { operationId: 'listRoles' },
  { operationId: 'listPermissions' },
  {
    operationId: 'createRole',
    body: { name: 'Proofreader', permissions: ['books:edit', 'story-books:edit'] },
  },
  { operationId: 'getRole', path: { id: 5 } },
  { operationId: 'updateRole', path: { id: 5 }, body: { version: 1, permissions: ['books:edit'] } },
  {
    operationId: 'inviteUser',
    body: { name: 'Grace Proof', email: 'grace@example.org', role_id: 5 },
  },
  { operationId: 'listUsers', query: { search: 'grace', state: 'invited' } },
  { operationId: 'requestPasswordReset', body: { email } },
  { operationId: 'getLink', body: { token: link } },
  { operationId: 'useLink', body: { token: link, password } },
  { operationId: 'getUser', path: { id: 4 } },
  { operationId: 'updateUser', path: { id: 4 }, body: { role_id: 2, removed: ['challenges:edit'] } },
  { operationId: 'createUserLink', path: { id: 4 } },
  { operationId: 'resetTwoFactor', path: { id: 4 } },
  { operationId: 'revokeUserSession', path: { id: 1 } },
  { operationId: 'revokeUserToken', path: { id: 1 } },
  { operationId: 'signOutUser', path: { id: 4 } },
  { operationId: 'unlinkUserProvider', path: { id: 1 } },
  { operationId: 'exportPersonalData', path: { id: 4 } },
  { operationId: 'suspendUser', path: { id: 4 } },
  { operationId: 'restoreUser', path: { id: 4 } },
  { operationId: 'deleteUser', path: { id: 4 } },
  { operationId: 'deleteRole', path: { id: 5 } },
  { operationId: 'listSettings' },
  { operationId: 'getPageSettings' },
  { operationId: 'getSystemReport' },
  { operationId: 'listBackups' },
  { operationId: 'startBackup' },
  { operationId: 'startRestoreTest' },
  { operationId: 'downloadBackup', path: { id: 1 } },
  { operationId: 'deleteBackup', path: { id: 1 } },
  {
    operationId: 'updateGeneralSettings',
    body: { version: 1, provider_name: 'Marsh Audio' },
    files: { logo: 'cover.png' },
  },
  { operationId: 'updateCatalogueSettings', body: { version: 1, new_book_language: 1 } },
  { operationId: 'updateMediaSettings', body: { version: 1, max_image_bytes: 5_242_880 } },
  {
    operationId: 'updateBackupSettings',
    body: { version: 1, backup_time: '03:30', backup_time_zone: 'Europe/Istanbul' },
  },
  { operationId: 'updateSignInSettings', body: { version: 1, idle_minutes: 30, reset: ['session_hours'] } },
  { operationId: 'listSecurityLog', query: { user_id: 4, items_per_page: 5 } },

  { operationId: 'deleteImport', path: { id: 2 } },
  { operationId: 'exportOwnPersonalData' },
  { operationId: 'getOwnProfile' },
  {
    operationId: 'updateOwnProfile',
    body: { name: 'Ada Marsh', color_scheme: 'dark', rows: 20, locale: 'tr-TR' },
    files: { image: 'cover.png' },
  },
  { operationId: 'listOwnSessions' },
  { operationId: 'revokeOwnSession', path: { id: 2 } },
  { operationId: 'signOutOthers', body: { keep_tokens: true } },
  {
    operationId: 'createToken',
    body: { name: 'Nightly export', permissions: ['books:edit'], expires_in_days: 90 },
  },
  { operationId: 'listTokens' },
  { operationId: 'revokeToken', path: { id: 2 } },
  { operationId: 'startProviderLink', body: { provider } },
  { operationId: 'linkProvider', body: { challenge, response: providerResponse } },
  { operationId: 'listLinkedProviders' },
  { operationId: 'startProviderProof', body: { provider } },
  { operationId: 'completeProviderProof', body: { challenge, response: providerResponse } },
  { operationId: 'startProviderSignIn', body: { provider } },
  { operationId: 'completeProviderSignIn', body: { challenge, response: providerResponse } },
  { operationId: 'unlinkProvider', path: { id: 2 } },
  { operationId: 'getTwoFactor' },
  { operationId: 'startTotp', body: { current_password: password } },
  { operationId: 'confirmTotp', body: { challenge, code } },
  { operationId: 'completeSignIn', body: { challenge, code } },
  { operationId: 'renewRecoveryCodes', body: { code: recoveryCode } },
  { operationId: 'startPasskey', body: { current_password: password } },
  {
    operationId: 'addPasskey',
    body: {
      challenge,
      name: 'Laptop',
      passkey: {
        id: passkey,
        rawId: passkey,
        type: 'public-key',
        response: {
          clientDataJSON: 'CLIENT_DATA',
          attestationObject: 'ATTESTATION',
          transports: ['internal'],
        },
      },
    },
  },
  { operationId: 'renamePasskey', path: { id: 1 }, body: { name: 'Old laptop' } },
  { operationId: 'startPasskeyProof' },
  { operationId: 'reauthenticate', body: { current_password: password } },
  { operationId: 'startPasskeySignIn', body: {} },
  { operationId: 'removePasskey', path: { id: 1 }, body: { code: recoveryCode } },
  { operationId: 'removeTotp', body: { code } },
  {
    operationId: 'changeOwnPassword',
    body: { current_password: password, password: 'a new one, for nobody else' },
  },

  { operationId: 'deleteMobileConfig', body: { id: 1 } },
  { operationId: 'deleteStoryBook', body: { id: 1 } },
  { operationId: 'deleteChallenge', body: { id: 1 } },
  { operationId: 'deleteCollection', query: { release: 1 }, body: { id: 1 } },
  { operationId: 'deleteSeries', query: { release: 1 }, path: { id: 1 } },
  { operationId: 'deletePublisher', query: { release: 1 }, path: { id: 1 } },
  { operationId: 'listReleaseChanges', path: { id: 1 } },
  { operationId: 'checkRelease', path: { id: 1 } },
  { operationId: 'resolveReleaseConflict', path: { id: 1, change: 1 }, body: { choice: 'mine' } },
  { operationId: 'deleteReleaseChange', path: { id: 1, change: 2 } },
  {
    operationId: 'scheduleRelease',
    path: { id: 1 },
    body: { publish_at: '2099-07-01T09:00:00+03:00', time_zone: 'Europe/Istanbul' },
  },
  { operationId: 'createReleaseCalendar' },
  { operationId: 'getReleaseCalendar' },
  { operationId: 'downloadReleaseCalendar', path: { secret: placeholders.calendar } },
  { operationId: 'revokeReleaseCalendar' },
  { operationId: 'unscheduleRelease', path: { id: 1 }, body: {} },
  { operationId: 'updateRelease', path: { id: 1 }, body: { note: 'For the holidays' } },
  { operationId: 'getRelease', path: { id: 1 } },
  { operationId: 'publishRelease', path: { id: 1 }, body: {} },
  { operationId: 'checkReleaseRollBack', path: { id: 1 } },
  { operationId: 'rollBackRelease', path: { id: 1 }, body: { skip: false } },
  { operationId: 'archiveRelease', path: { id: 1 }, body: {} },
  { operationId: 'deleteRelease', path: { id: 1 } },
  { operationId: 'deleteBook', path: { id: 1 } },
  { operationId: 'deleteSubCategory', path: { id: 1 } },
  { operationId: 'deleteCategory', path: { id: 1 } },
  { operationId: 'listTrash', query: { kind: 'challenges' } },
  { operationId: 'getTrashItem', path: { id: placeholders.deleted } },
  { operationId: 'restoreTrashItem', path: { id: placeholders.deleted } },
  { operationId: 'deleteTrashItem', path: { id: 1 } },
  { operationId: 'emptyTrash', body: { kind: 'books' } },
  { operationId: 'signOut' },
];
