/*
 * Descriptions by `operationId`: the behaviour of an operation that its summary and its schemas do not contain. A route with its own
 * description needs no entry.
 */

const newestFirst = 'Newest first, in pages.';
const version =
  'Send the `version` that you read. If the record has changed since, the request fails with 409.';
/** The last sentence in the description of an operation that returns an `ETag`. */
const etagHint =
  'Store the response with its `ETag` and send it as `If-None-Match`. If nothing changed, the response is an empty 304.';
const intoTrash = 'The record moves to the trash, from which it can be restored until it expires.';
const unchangedHint = 'Fields that you don’t send stay unchanged.';
const keepsBooks = 'The books are not deleted. Home screens no longer show the record.';

export const descriptions: Readonly<Record<string, string>> = {
  signIn:
    'Returns a token that is valid for 12 hours. If the account or its role requires two-factor authentication, the response has `second_step` instead of a token. Complete the sign-in with `POST /auth/second-step`. After several failed attempts for one account or from one address, the response is 429. The response never reveals if an account exists.',
  completeSignIn:
    'Completes a sign-in that returned `second_step`. Send a code of the authenticator app, a recovery code or a passkey. A passkey from `POST /auth/passkey-options` also signs in without a first step. Each code works once. Five wrong codes end the sign-in. After more wrong codes, the app of the account or the address is blocked for a time (429). Recovery codes continue to work.',
  requestPasswordReset:
    'The response is the same for every address, so it doesn’t reveal if an account exists. The request is recorded in the security log.',
  startPasskeySignIn:
    'Returns the options for `navigator.credentials.get`. With the `challenge` of a sign-in, the passkey completes the two-step verification. Without one, it replaces email address and password. Send the result to `POST /auth/second-step`. Passkeys belong to the host of `PUBLIC_URL`, or to the host of the request.',
  startProviderSignIn:
    'Returns the address of the provider (OpenID Connect, code flow with PKCE). The provider redirects to `/sign-in/provider` below `PUBLIC_URL`. Fails with 503 while the provider does not respond.',
  completeProviderSignIn:
    'Takes the query that the provider added to `/sign-in/provider`. Each `challenge` works once, within ten minutes. Like `POST /auth/login`, it returns a token or `second_step`. Fails with 403 if no account belongs to the user at the provider.',
  startProviderProof: 'The user must sign in again at the provider.',
  completeProviderProof:
    'Counts like a password for ten minutes if the user of the same linked account has just signed in at the provider.',
  listLinkedProviders: 'Newest first, on one page.',
  startProviderLink: 'Like `POST /auth/providers/start`, for the signed-in user.',
  linkProvider:
    'Links the account at the provider to the signed-in user. Fails with 409 if another user has it.',
  unlinkProvider:
    'Sessions that were opened with the provider are signed out, except for the current one. Fails with 409 for the only way to sign in.',
  unlinkUserProvider: 'Sessions of the user that were opened with the provider are signed out.',
  signOut:
    'The token expires immediately. Other sessions of the account stay signed in. After a sign-in with a provider, `sign_out_url` also signs out there.',
  getCurrentUser: 'Returns the account of the token, with its permissions.',

  listBooks: `${newestFirst} Filters combine: a book matches all of them. A blank parameter has no effect. An unknown code returns no books.`,
  listAuthors:
    'Authors with the most books come first. The first book that names an author creates it. An author without books is removed.',
  listContributors:
    'All contributors to books, those with the most books first. `book_count` includes all roles.',
  getContributor: 'Includes details and the number of books in each role.',
  updateContributor:
    'All books show a new name. A contributor without books is stored as long as it has details.',
  getAuthor: 'Includes other authors with a similar name.',
  renameAuthor:
    'All books of the author show the new name. `POST /api/audit-log/{id}/undo` undoes the change. To merge two authors, send `POST /api/books/bulk` with `author` as filter and as change.',
  previewBulkChange:
    'Checks every selected book and changes nothing. Requires the permission for the change: `books:edit`, `books:delete`, `collections:edit` or `challenges:edit`. With `filter`, the request fails with 409 if the number of books differs from `expected`.',
  startBulkChange:
    'Takes the same body as the preview. The change runs in the background; its progress is in `job`. A filter selects the books that match at the time of this request. A change of fields can be undone as a whole.',
  getBulkChange: 'Returns only your own changes.',
  undoBulkChange:
    'Reverts every book that has not changed since, in the background. Fails with 409 if nothing can be undone or if the change was undone already.',
  searchFullText: 'Returns the best results of each type in one request. Types without results are omitted.',
  updatePresence:
    'Lists you among the users who have the record open. Repeat the request every 15 seconds. Returns the other users and the current version of the record.',
  removePresence: 'Removes you from the users who have the record open.',

  listViews:
    'Returns your own and the shared views of one list, by name, on one page. With `counts`, each view has the number of its records if it is available within a second. Repeat the request for the others.',
  getView: `Returns one of your own or of the shared views. ${etagHint}`,
  createView:
    'The filters are the query parameters of the list. A shared view requires the permission to edit the records of the list.',
  updateView: `${unchangedHint} \`query\`, \`columns\` and \`density\` are replaced as a whole. Shared views of other users require \`settings:edit\`. ${version}`,
  deleteView:
    'You can delete your own views. Shared views of other users require `settings:edit`. The view is deleted permanently.',

  listCustomFields: 'Returns all fields in the order of the book form, on one page.',
  getCustomField: 'Also returns the number of books with a value.',
  createCustomField:
    'The key comes from the label and never changes. A key is never used again for another type. At most 50 fields.',
  updateCustomField: `${unchangedHint} Type and key can’t change. \`choices\` are replaced as a whole. ${version}`,
  updateCustomFieldOrder: 'Returns all fields in their new order.',
  deleteCustomField: 'Also deletes the values of all books. This can’t be undone.',

  listSubjectSchemes: 'Returns all schemes by name, on one page.',
  getSubjectScheme: 'Also returns the number of books with its subjects.',
  searchSubjects: 'Returns the first 20 codes of the lists. Codes that start with the text come first.',
  createSubjectScheme: 'At most 50 schemes.',
  updateSubjectScheme: `${unchangedHint} A new name applies to all books at once. Their versions stay the same, and requests can contain the earlier name. ${version}`,
  importSubjects: `Replaces the whole list. Subjects of books stay unchanged. ${version}`,
  deleteSubjectScheme: 'Also deletes its list. Fails with 409 while books have subjects of the scheme.',

  listReleases: 'Returns all releases, the newest first, on one page.',
  getRelease: `Includes the number of its changes. ${etagHint}`,
  createRelease:
    'The release is a draft without changes. Add `release` to the requests of the resources to save changes into it.',
  updateRelease: `${unchangedHint} ${version}`,
  deleteRelease:
    'Deletes the release with its changes and their files. A scheduled or published release can’t be deleted.',
  listReleaseChanges:
    'Returns one entry per record. The changes of an open release are compared with the live catalogue, so conflicts are current.',
  deleteReleaseChange: 'Removes all changes of the record from the release. The live record stays unchanged.',
  resolveReleaseConflict:
    'A conflict exists if someone else changed a field after it was changed in the release. Other fields are merged.',
  checkRelease:
    'Applies the release without storing anything. Blockers prevent publishing or leave a home screen incomplete. Nothing is cached.',
  scheduleRelease: `The release is published with your permissions at that time. Later changes to it stay possible. ${version}`,
  getReleaseCalendar: 'Null if you have no address. The address itself is returned only once.',
  createReleaseCalendar:
    'Calendar programs read your releases at the address without a sign-in. It replaces your previous address. It ends if you are suspended or can no longer edit releases.',
  revokeReleaseCalendar: 'Calendar programs then receive 404.',
  unscheduleRelease: 'The release is a draft again and keeps its changes.',
  publishRelease:
    'Publishes all changes in one transaction, or none. If changes have problems, the request fails with 409 and `details.problems` lists them. Each change needs the permission for its record.',
  checkReleaseRollBack:
    'Lists the records that were changed after the release. A rollback leaves them unchanged.',
  rollBackRelease:
    'Restores the state before the release in one transaction. If records were changed since, the request fails with 409 unless `skip` is true.',
  listReleaseComments: 'Returns all comments, the oldest first, on one page. Names are the current ones.',
  createReleaseComment:
    'Mentioned users and the owner of the release get a notification. A release can have up to 500 comments.',
  updateReleaseComment: `You can update your own comments. Users who are mentioned for the first time get a notification. ${version}`,
  deleteReleaseComment:
    'You can delete your own comments. Comments of other users require `users:manage`. The comment is deleted permanently.',
  listReleaseUsers: 'Returns the ID and name of the active users with `releases:edit`, by name.',
  archiveRelease: 'A published release stays live and can’t be rolled back anymore.',

  getBook: `Includes all chapters and their text items. ${etagHint}`,
  createBook:
    'Send files in a form. An author is found by name or created. The server assigns the code and `reading_time`. Audio without `duration` sets the duration, and its chapter markers become `chapters`.',
  updateBook: `Fields and files that you don’t send stay unchanged. A new cover or audio file replaces the old one. \`remove_image\` and \`remove_audio\` remove them. ${version}`,
  deleteBook: `Its chapters and files are deleted with it. Collections, series and challenges close the gap. Story items keep their codes and have \`book: null\`. ${intoTrash}`,

  listAuditLog: `${newestFirst} Filters combine. Entries don’t include the changed values: get one entry to read them.`,
  listOwnAuditLog: `Lists the changes that you made. ${newestFirst}`,
  getAuditLogEntry:
    'Includes every change before and after, by the field names of the record. Long lists include the first entries and the total number.',
  listSettings:
    'Settings are grouped by section. Each has its value, default, unit, purpose and the source of the value.',
  getSystemReport:
    'File sizes are calculated at most every ten minutes. The last backup is known only if `lectern backup note` recorded it.',
  getPageSettings:
    'Requires no sign-in, because the sign-in screen uses these settings. Responses to signed-in requests have the `revision` in the header `lectern-settings`.',
  updateGeneralSettings: `Send a logo in a form. ${unchangedHint} \`reset\` names settings to reset to their defaults. A setting that an environment variable sets fails with 422. ${version}`,
  updateCatalogueSettings: `\`languages\` replaces the whole list. A language without a number is new and gets one. The number, code and name of the first four languages can’t change. If reading speeds change, a job recalculates reading times. ${version}`,
  updateMediaSettings: `Environment variables of the server set the upper limits. ${version}`,
  updateBackupSettings: `The new time applies to the next nightly backup. ${version}`,
  updateSignInSettings: `Open sessions keep their expiry. The idle time applies immediately. ${version}`,

  undoAuditLogEntry:
    'Reverts a change, deletes a created record or restores a deleted record. The undo is a change of its own and requires its permission. If the record has changed since, the request fails with 409, and `x-audit-log-entry` names that change.',
  listTrash: `${newestFirst} Lists only types of records that you can edit or delete.`,
  getTrashItem: 'Includes the user who deleted the record and the time of permanent deletion.',
  restoreTrashItem:
    'Restores the record with its ID, files, chapters and text items. It returns to its position in lists and blocks that still exist. Requires the permission to edit or to delete records of this type.',
  deleteTrashItem:
    'Deletes the record and its files permanently. Requires the permission to delete records of this type.',
  emptyTrash:
    'Deletes records of the types that you can delete, oldest first. One request deletes a limited number: repeat it while `remaining` is above 0.',

  listCategories: `${newestFirst} Each includes its sub-categories.`,
  getCategory: `Includes its sub-categories. ${etagHint}`,
  createCategory:
    'If you don’t send a code, it is created from the name. If that code is taken, a number is added.',
  updateCategory: `Fields and images that you don’t send stay unchanged. \`remove_image\` removes the image. ${version}`,
  deleteCategory: `Fails with 409 while books or sub-categories use the category; \`message\` names them. ${intoTrash}`,

  listSubCategories: `${newestFirst} Lists all sub-categories, or those of one category.`,
  getSubCategory: `Includes its category. ${etagHint}`,
  createSubCategory:
    'Codes are unique in all categories. If you don’t send a code, it is created from the name. If that code is taken, a number is added.',
  updateSubCategory: `If the category changes, its books move to the new category. ${unchangedHint} ${version}`,
  deleteSubCategory: `Fails with 409 while books use the sub-category; \`message\` has their number. ${intoTrash}`,

  proposeCategoryCode:
    'Returns the code for a new category with this name. The code is not reserved: another category can take it first.',
  proposeSubCategoryCode:
    'Returns the code for a new sub-category with this name, unique in all categories. The code is not reserved: another sub-category can take it first.',

  listCollections: `${newestFirst} Each includes its books in order.`,
  getCollection: `Includes its books in order. ${etagHint}`,
  createCollection:
    'Send an image in a form. An unknown book code fails with 422, and the error names the code.',
  updateCollection: `\`book_codes\` replaces the whole list. ${unchangedHint} \`remove_image\` removes the image. ${version}`,
  deleteCollection: `${keepsBooks} ${intoTrash}`,

  listSeries: `${newestFirst} Each includes its books in order.`,
  getSeries: `Includes its books in order. ${etagHint}`,
  createSeries: 'Send an image in a form. An unknown book code fails with 422, and the error names the code.',
  updateSeries: `\`books\` replaces the whole list. ${unchangedHint} \`remove_image\` removes the image. ${version}`,
  deleteSeries: `${keepsBooks} ${intoTrash}`,

  listPublishers: `${newestFirst} Each includes its imprints in order.`,
  getPublisher: `Includes its imprints in order. ${etagHint}`,
  createPublisher: 'Send a logo as `image` in a form. Books also create publishers by name.',
  updatePublisher: `\`imprints\` replaces the whole list. Imprints with an ID are renamed, also on their books. ${unchangedHint} \`remove_image\` removes the logo. ${version}`,
  deletePublisher: `Fails with 409 while books use the publisher; \`message\` has their number. ${intoTrash}`,

  listStoryBooks: `${newestFirst} Each includes its items in order.`,
  getStoryBook: `Includes its items in order. ${etagHint}`,
  createStoryBook:
    'Every item must name an existing text item. Otherwise the request fails with 422, with an error per item.',
  updateStoryBook: `\`story_items\` replaces the whole list. ${unchangedHint} ${version}`,
  deleteStoryBook: `${keepsBooks} ${intoTrash}`,
  validateStoryItem:
    'Returns 200 with `success: true` and the name of the book, or with `success: false` and the reason. A blank code fails with 422.',

  listChallenges: `${newestFirst} Can be sorted by the number of days.`,
  getChallenge: `Includes its books by day. ${etagHint}`,
  createChallenge:
    'Send an image in a form. Items are sorted by `order_index`, which starts at 0, and renumbered without gaps.',
  updateChallenge: `\`items\` replaces the whole list. ${unchangedHint} \`remove_image\` removes the image. ${version}`,
  deleteChallenge: `${keepsBooks} ${intoTrash}`,

  listMobileConfigs: `${newestFirst} Each includes its blocks and the records that they show.`,
  getMobileConfig: `Includes its blocks and the records that they show. ${etagHint}`,
  createMobileConfig:
    'Send the IDs of the records that a block shows. The response includes the records. Blocks of one record take `data: {id}`. Blocks of several records take `data: {items: [{id}]}`. Apps show the newest mobile config of their service.',
  updateMobileConfig: `\`config\` replaces all blocks. ${unchangedHint} ${version}`,
  deleteMobileConfig: `The records in its blocks are not deleted. Apps show the newest remaining mobile config of their service. ${intoTrash}`,

  getBookContent: `Returns chapter markers, text items and sentence times. Times are seconds in the audio file of the chapter. ${etagHint}`,
  saveBookContent: `\`chapters\` replaces the whole content, in order. Entries with an ID keep their codes, entries without an ID are new, and omitted entries are deleted. ${unchangedHint} Story items follow their text items. If a story item would lose its text item, the request fails with 409 \`inside.breaks_stories\`. \`details.story_items\` then lists these items, and \`force\` saves anyway. The server updates \`chapter_count\`, \`duration\` and \`reading_time\` of the book. The body can have up to 50 MB. ${version}`,
  listBookContentVersions:
    'Newest first. The last 50 versions are stored, and the content before the first of them.',
  getBookContentVersion: 'Returns the content as it was saved.',
  restoreBookContent:
    'Saves an earlier version as the new content. Deleted entries return with their codes and their audio. Fails with 409 in the same cases as a save.',
  addChapterAudio:
    'Adds the audio without saving the rest of the content. The upload must be your own and `ready` (`GET /uploads/{upload}`). It can be used once. Returns the whole content.',
  alignBook:
    'Runs in the background, one job per book. Sentences get times with a confidence. Text without audio and audio without text are marked. Chapters without text or audio are skipped. Times that were set manually (`anchor`) stay. The result is saved as new content with a new `version`.',
  getBookContentAutosave: 'Returns your unsaved changes, or null. They are not in the catalogue.',
  saveBookContentAutosave: 'Replaces your earlier autosave of the book. The body can have up to 50 MB.',
  deleteBookContentAutosave: 'Has no effect if there is no autosave.',
  getBookContentEditor: 'Returns the user who edits the content, or null.',
  claimBookContent:
    'Repeat the request every 10 seconds during editing. After 45 seconds without a request, the book is released. If another user edits the book, the response has `is_you: false` and nothing changes. `take_over` takes the book over. A claim doesn’t prevent other users from saving; `version` does.',
  releaseBookContent: 'Has no effect if another user edits the book.',

  listBookAnalyses:
    'Each audio file is analysed once, in the background; `state` has the progress. The response has an entry for each audio file of the book and its chapters.',
  getProofingReport:
    'Lists what must be checked or recorded again. It is computed from the current content and audio analyses for each request.',
  listImportAnalyses:
    'Returns the analyses of the audio files of an import. The import doesn’t wait for them.',
  createImport:
    'Takes uploads of your own, including unfinished ones. Processing starts in the background when all uploads are complete. Files of several books become several imports with the same `batch_id`. Nothing is added to the catalogue until you accept an import.',
  listImports: `${newestFirst} Lists the imports of all users, without their proposals. \`counts\` has the number of imports per status.`,
  getImport: `Includes the whole proposal except the text items. \`texts\` has their number. ${etagHint}`,
  listImportTexts: 'In order, in pages.',
  updateImport: `${unchangedHint} \`chapters\` replaces all chapters, so one request can rename, merge, split, move and exclude them. ${version}`,
  compareImport:
    'Returns every field that the import can change, with the current value of the book. A field that was edited after an import has `is_locked`.',
  retryImport:
    'Retries an import that failed for a temporary reason and still has its files. Fails with 409 for other imports: upload their files again.',
  acceptImport:
    'Creates a book, or updates the book `book_id` with the fields in `take`. Either everything is saved or nothing. Files that the book doesn’t use are deleted. Returns the book without `chapters`. If the book has text and audio, an `align` job then syncs them and saves a new version of the book.',
  acceptReadyImports:
    'Adds imports without warnings for a few seconds. Repeat the request while `remaining` is above 0. Each import is checked again for duplicates.',
  deleteImport:
    'Stops its processing and deletes its files permanently. An accepted import fails with 409: delete its book instead.',

  getHomeScreen:
    'Returns everything that an app needs to show its home screen. Store the response with its `ETag` and send it as `If-None-Match`. If nothing changed, the response is an empty 304. Pages of every origin can send the request and read the response. `OPTIONS` answers the preflight request of browsers, which is valid for a day. Caches can store the response for a minute.',

  listJobs: `${newestFirst} Lists your own jobs, or with \`all\` those of all users.`,
  getJob:
    'Repeat the request every few seconds until `state` is neither `queued` nor `running`, or use `GET /jobs/events`.',
  cancelJob:
    'A queued job is cancelled immediately. A running job has `is_cancelling` until it stops, within seconds. Its results are deleted. Has no effect on a finished job.',
  retryJob: 'The job gets three new attempts. Fails with 409 if the job is in progress or completed.',

  addNotifications:
    'An entry with a key that the account already has is skipped, so the request can be repeated. The latest 500 entries are stored.',
  markNotificationsSeen: 'Sets `is_seen` of all current notifications, in every browser of the account.',
  clearNotifications: 'Deletes only your own notifications.',

  listUploads: 'Newest first, in pages. Used, deleted and expired uploads are not listed.',
  getUpload: 'Repeat the request until `state` is `ready`. `sha256` then has the hash of the whole file.',

  getLongestBook: 'Returns the book with the longest reading time.',
  getAverageReadingTimes: 'Returns a row for each language with books.',
  getMostProlificAuthors: 'Authors with the most books come first.',

  listUsers: `${newestFirst} Filters combine. \`permission\` returns the users with this permission from any role.`,
  getUser: `Includes the open sessions and API tokens. ${etagHint}`,
  inviteUser:
    'The link works once, is valid for 72 hours and is returned only in this response. Its recipient sets the password. A role with permissions that you don’t have fails with 403.',
  updateUser: `${unchangedHint} The change applies to the next request of the user; sessions stay open. You can’t give permissions that you don’t have, or change users with more permissions (403). The last active account with \`users:manage\` keeps this permission (409). ${version}`,
  suspendUser:
    'Sessions, API tokens and links are revoked immediately. They stay revoked when the account is restored. The last active account with `users:manage` can’t be suspended (409).',
  restoreUser: 'The user can sign in again, with the same password and permissions.',
  createUserLink:
    'An invited user gets a new invitation for 72 hours. Other users get a password reset link for 24 hours. Earlier links of the user expire. The link is returned only in this response.',
  resetTwoFactor:
    'For users who have lost access. Removes the authenticator app, recovery codes and passkeys. The user signs in with the password only. All sessions are signed out.',
  signOutUser: 'Revokes all sessions, API tokens and password links immediately.',
  revokeUserSession: 'Takes the ID of the session. It is signed out immediately.',
  revokeUserToken: 'Takes the ID of the API token. It is revoked immediately.',
  deleteUser:
    'Deletes the email address, password, image, sessions and API tokens permanently. The audit log keeps the name.',

  listRoles: 'Returns all roles: built-in roles first, then by the time of creation.',
  listPermissions: 'Returns each permission, with its roles and the number of users who have it.',
  getRole: `Includes the number of users with the role. ${etagHint}`,
  createRole: 'You can give only permissions that you have (403).',
  updateRole: `The change applies immediately to all users with the role. Built-in roles can’t be changed (409). ${version}`,
  deleteRole: 'Fails with 409 while users have the role. The role is deleted permanently.',

  reauthenticate:
    'Required before requests that change access, delete permanently or export data. Without a confirmation in the last 10 minutes, they fail with `permission.reauthentication_required`. A sign-in is a confirmation. To confirm with a passkey, start with `POST /profile/passkey-proof`.',
  getLink:
    'Returns the name, the email address and the type of a link. Fails with 404 if the link was used or has expired.',
  useLink:
    'The link works once. All sessions and API tokens of the account are revoked. A weak password fails with 422, and the link stays valid. Sign in afterwards.',

  getOwnProfile: `Includes the role, the preferences and the numbers of sessions and API tokens. ${etagHint}`,
  updateOwnProfile: `${unchangedHint} The image is cropped to a square. \`remove_image\` removes it. ${version}`,
  changeOwnPassword:
    'Requires the current password. A weak password fails with 422. Other sessions and all links of the account are revoked. API tokens are revoked unless `keep_tokens` is true.',
  getTwoFactor: 'Returns the authenticator app, the passkeys and the number of unused recovery codes.',
  startPasskey:
    'Requires the current password. Returns the options for `navigator.credentials.create`. Complete the setup with `POST /profile/passkeys`.',
  addPasskey:
    'Takes the result of the browser. The passkey can complete a two-step sign-in or replace the password. The first method of two-factor authentication returns ten recovery codes. They are returned only once.',
  renamePasskey: 'Only you see the name.',
  startPasskeyProof:
    'Returns the options for `navigator.credentials.get`. The passkey then replaces the code in requests that remove a method or create recovery codes.',
  removePasskey: 'Requires a code of the authenticator app, a recovery code or a passkey.',
  startTotp:
    'Requires the current password. Returns a secret for an authenticator app. Complete the setup with `PUT /profile/totp`.',
  confirmTotp:
    'Takes the first code of the app, which can’t be used to sign in. Returns ten recovery codes, only once. Other sessions stay signed in.',
  removeTotp:
    'Requires a code of the app, a recovery code or a passkey. Removing the last method also removes the recovery codes.',
  renewRecoveryCodes:
    'Requires a code of the app, a recovery code or a passkey. Earlier recovery codes no longer work.',
  listOwnSessions: 'Newest first. `is_current` marks the session of this request.',
  revokeOwnSession: 'Takes the ID of the session. It is signed out immediately.',
  signOutOthers:
    'Signs out all sessions except the current one. API tokens are revoked unless `keep_tokens` is true.',

  listTokens: 'Newest first, without their secrets. Expired tokens are listed until you revoke them.',
  createToken:
    'The secret is returned only in this response. A permission that you don’t have fails with 403.',
  listPreviewLinks: 'Returns your valid links, newest first, without their addresses.',
  revokePreviewLink: 'Takes the ID of your own link. Its page shows nothing from then on.',
  getSharedPreview:
    'Takes the token of a preview link. Returns what apps show of the home screen, with the current content of its records.',
  revokeToken: 'Takes the ID of the API token. It is revoked immediately.',

  listSecurityLog:
    'Newest first. Lists sign-ins, failed attempts, links, and changes to users, roles and API tokens. Entries contain no passwords or tokens and are stored for 400 days.',
};
