/*
 * Descriptions of calls beyond their summaries and schemas, by the name of the call. A route with a description of
 * its own needs none here.
 */

const newestFirst = 'Newest first, a page at a time.';
const version =
  'Send the `version` that you have seen, to be refused with 409 when somebody else was faster.';
/** Added to the description of reads with an entity tag. */
const tagged =
  'Keep the answer with its `ETag` and ask with `If-None-Match`: an unchanged record costs an empty 304.';
const intoTrash =
  'It goes to the trash, from where it can be restored for a while; for every other call it is gone.';

export const descriptions: Readonly<Record<string, string>> = {
  signIn:
    'Gives a token that lives for twelve hours. After several wrong passwords for one account or from one address, 429 says when to try again. The answer never tells whether an account exists. An account with a second factor, or whose role requires one, gets `second_step` in place of a token: `POST /auth/second-step` completes the sign-in.',
  completeSignIn:
    'Ends a sign-in that `POST /auth/login` answered with `second_step`: with the code of the authenticator app, a recovery code, or a passkey (`POST /auth/passkey-options`), which also does without the first step. No code is accepted twice. Five wrong codes end the sign-in; more of them keep the account’s app, or the address, out for a while (429), and recovery codes go on.',
  forgotPassword:
    'The answer is the same whether or not there is an account with the address. Those who manage users see in the security log who asked.',
  askPasskey:
    'Gives what `navigator.credentials.get` takes: with the `challenge` of a sign-in for its second step, without one for a passkey in place of address and password. `POST /auth/second-step` takes the answer. Passkeys belong to the host of `PUBLIC_URL`, or of the request.',
  startProviderSignIn:
    'Gives the address of the provider (OpenID Connect, code flow with PKCE). The provider redirects to `/sign-in/provider` below `PUBLIC_URL`. 503 while the provider does not respond.',
  completeProviderSignIn:
    'Takes the query that the provider added to `/sign-in/provider`. Works once for each `challenge`, within ten minutes. Like `POST /auth/login`, it gives a token or `second_step`. 403 when no account belongs to the user at the provider.',
  startProviderProof: 'The user has to sign in again at the provider.',
  completeProviderProof:
    'Counts like a password for ten minutes, when the provider says that the user of the same linked account has just signed in.',
  listLinkedProviders: 'Newest first, on one page.',
  startProviderLink: 'Like `POST /auth/providers/start`, for the user of this session.',
  linkProvider:
    'Links the account at the provider to the user of this session. 409 when another user has it.',
  unlinkProvider:
    'Sessions that were opened through a provider end, except for this one. 409 for the only way to sign in.',
  unlinkUserProvider: 'Sessions of the user that were opened through a provider end.',
  signOut:
    'The token of this call ends at once, on the server. Other sessions of the account go on. After a sign-in with a provider, `sign_out_url` signs out there as well.',
  getProfile: 'The account behind the token, with what it may change.',

  listBooks: `${newestFirst} All filters combine: a book passes every one. A blank parameter counts as absent, an unknown code finds nothing.`,
  listAuthors:
    'Those with the most books first, a page at a time. An author is made by the first book that names it, and goes by itself with the last.',
  getAuthor: 'With others who are nearly called so.',
  renameAuthor:
    'All books of the author show the new name at once; `POST /api/audit-log/{id}/undo` takes it back. To merge two authors, give the books of one to the other: `POST /api/books/bulk` with `author` in its filter and in its changes.',
  previewBulkChange:
    'Looks at every book that is meant and writes nothing. Needs the permission of what is to be done: `books:edit`, `books:delete`, `collections:edit` or `challenges:edit`. With a `filter`, 409 when it shows another number of books than expected.',
  startBulkChange:
    'The same body as for the plan. Works in the background, see `job`; the books are those that the filter showed at this call. A change of fields can be undone as a whole.',
  getBulkChange: 'Of one’s own changes.',
  undoBulkChange:
    'Sets every book back that was not changed since, as a job of its own. 409 when nothing can be undone, or it was undone already.',
  searchFullText:
    'For a palette: the best few of each kind, in one call. Kinds of which nothing is found are left out.',
  listViews:
    'Your own and the shared ones of one list, by name, on one page. With `counts` each says how many records it shows, as far as that is known within a second; ask again for the others.',
  getView: `Of your own and of the shared ones. ${tagged}`,
  createView:
    'Its filters are those of the list’s call. A shared one needs the permission to edit what the list shows.',
  updateView: `An absent key leaves what is stored; \`query\`, \`columns\` and \`density\` replace what was there. Shared ones of others are changed with \`settings:edit\` only. ${version}`,
  deleteView: 'By its owner; a shared one also with `settings:edit`. It goes for good.',

  getBook: `With all chapters and their texts. ${tagged}`,
  createBook:
    'As a form when files come with it. The author is found by name, or made. The code and `reading_time` are made by the server; audio without a `duration` gives its own, and its chapter marks become `chapters`.',
  updateBook: `An absent key, and an absent file, leave what is stored. ${version} A new cover or audio replaces the old file; \`remove_image\` and \`remove_audio\` take them away without another.`,
  deleteBook: `Its chapters and files go with it. Collections and challenges close the gap; story items keep their codes, with \`book: null\`. ${intoTrash}`,

  listAuditLog: `${newestFirst} All filters combine. Without the values that changed: read one entry for those.`,
  listOwnAuditLog: newestFirst,
  getAuditLogEntry:
    'With every change, before and after, in the keys of the record’s answers. Of long lists the first entries are sent, and how many there are.',
  listSettings: 'By section, each with its value, default, unit, reason, and where the value is from.',
  getSystemReport:
    'Sizes of files are added up at most every ten minutes. Without `lectern backup note` no backup is known.',
  getPageSettings:
    'Open to everybody, since the sign-in screen shows names and logo too. Answers to calls with a token carry its `revision` as the header `lectern-settings`.',
  changeGeneralSettings: `As a form when a logo comes with it. An absent key leaves what is set; \`reset\` names what goes back to its default. What the environment sets is refused with 422. ${version}`,
  changeCatalogueSettings: `\`languages\` is the whole list: those without a number are new and get one. The first four keep number, code and name. Where reading speeds change, reading times are computed again by a job. ${version}`,
  changeMediaSettings: `The environment of the server sets the largest that there may be. ${version}`,
  changeSignInSettings: `Sessions that are open keep the end they have; the idle time counts at once. ${version}`,

  undoAuditLogEntry:
    'A write of its own: what was changed is changed back, what was created is deleted, what was deleted is restored. Needs the permission for that write. 409 when the record has changed since: `x-audit-log-entry` then names the change.',
  listTrash: `${newestFirst} Only kinds of records that you may edit or delete.`,
  getTrashItem: 'What it was, who deleted it, and when it goes for good.',
  restoreTrashItem:
    'Under its id, with its files, chapters and texts, and at its place in the lists and blocks that are still there. Needs the permission to edit or to delete records of its kind.',
  deleteTrashItem:
    'With its files. It cannot be restored. Needs the permission to delete records of its kind.',
  emptyTrash:
    'Of the kinds that you may delete, the oldest first and some at a time: call again while `remaining` is above 0.',

  listCategories: `${newestFirst} Each with its sub-categories.`,
  getCategory: `With its sub-categories. ${tagged}`,
  createCategory:
    'The code is made of the name, with a number where that is taken, unless a free one is sent.',
  updateCategory: `An absent key, and an absent picture, leave what is stored. ${version} \`remove_image\` takes the picture away.`,
  deleteCategory: `Refused with 409 while books or sub-categories use it; \`message\` says which. ${intoTrash}`,

  listSubCategories: `${newestFirst} Of all categories, or of one.`,
  getSubCategory: `With the category it belongs to. ${tagged}`,
  createSubCategory:
    'Codes are unique over all categories. The code is made of the name, with a number where that is taken, unless a free one is sent.',
  updateSubCategory: `In another category, it takes its books along. An absent key leaves what is stored. ${version}`,
  deleteSubCategory: `Refused with 409 while books use it; \`message\` says how many. ${intoTrash}`,

  proposeCategoryCode:
    'Made of the name, with a number when that is taken. The code is not held: a create that comes first may take it.',
  proposeSubCategoryCode:
    'Made of the name, with a number when that is taken in any category. The code is not held: a create that comes first may take it.',

  listCollections: `${newestFirst} Each with its books, in order.`,
  getCollection: `With its books, in order. ${tagged}`,
  createCollection:
    'As a form when a picture comes with it. An unknown book code is refused with 422, which names it.',
  updateCollection: `\`book_codes\` replaces the whole list; absent, it stays. ${version} \`remove_image\` takes the picture away.`,
  deleteCollection: `Its books stay. Home screens leave it out from then on. ${intoTrash}`,

  listStoryBooks: `${newestFirst} Each with its items, in order.`,
  getStoryBook: `With its items, in order. ${tagged}`,
  createStoryBook: 'Every item must lead to a text; 422 says by item which does not.',
  updateStoryBook: `\`story_items\` replaces the whole list; absent, it stays. ${version}`,
  deleteStoryBook: `The books that its items name stay. Home screens leave it out from then on. ${intoTrash}`,
  validateStoryItem:
    'Answers 200 either way: `success: true` with the name of the book, or `success: false` with a sentence that names the wrong part. 422 when one of the three is blank.',

  listChallenges: `${newestFirst} Sorted by length when asked.`,
  getChallenge: `With its books by day. ${tagged}`,
  createChallenge:
    'As a form when a picture comes with it. Items are put in the order of their `order_index`, which counts from 0, and renumbered without gaps.',
  updateChallenge: `\`items\` replaces the whole plan; absent, it stays. ${version} \`remove_image\` takes the picture away.`,
  deleteChallenge: `Its books stay. Home screens leave it out from then on. ${intoTrash}`,

  listMobileConfigs: `${newestFirst} Each with its blocks, and in them what the blocks show.`,
  getMobileConfig: `With its blocks, and in them what the blocks show. ${tagged}`,
  createMobileConfig:
    'What a block shows is sent by its id, and answered in full. Blocks of one record take `data: {id}`, blocks of several `data: {items: [{id}]}`. Apps show the newest config of their service.',
  updateMobileConfig: `\`config\` replaces all blocks; absent, they stay. ${version}`,
  deleteMobileConfig: `What its blocks show stays. Apps fall back to the newest config that is left. ${intoTrash}`,

  getBookContent: `Everything that the chapters’ editor works with: marks, texts, and the times of sentences, all in seconds of the audio file that a chapter plays. ${tagged}`,
  saveBookContent: `\`chapters\` is the whole inside in order, compared with what is stored by the ids: entries that are named keep their codes wherever they move, those without an id are new, those that are left out go. An absent key stays as it is, so that one title is saved without sending any text. Story items follow what they lead to; when they lead to something that would go, the answer is 409 \`inside.breaks_stories\` with \`details.story_items\`, unless \`force\` is true. The book’s \`chapter_count\`, \`duration\` and \`reading_time\` follow. Takes bodies of up to 48 MiB. ${version}`,
  listBookContentVersions:
    'The latest first. The last 50 are kept, and before the first of them what was there before; none before anything was saved.',
  getBookContentVersion: 'As it was saved, to be compared with the present one or brought back.',
  restoreBookContent:
    'Saves an earlier inside once more: what is gone comes back under its code, with its own sound. 409 as for a save.',
  addChapterAudio:
    'At once, without a save of the whole. The upload must be finished (`GET /uploads/{upload}`) and one’s own; it is used up. The answer is the whole inside.',
  alignBook:
    'In the background, by a job of its own, one a book: sentences get times with a confidence, and what is not spoken or not in the text is marked. Chapters without text or sound are passed by. Times set by hand (`anchor`) stay. The result is saved as a new inside, whose `version` is another one.',
  getBookContentAutosave:
    'Null when there is none. A draft belongs to an account; nothing of it is in the catalogue.',
  saveBookContentAutosave: 'In place of an earlier draft of the account. Takes bodies of up to 48 MiB.',
  deleteBookContentAutosave: 'Does nothing when there is none.',
  getBookContentEditor: 'Null when nobody has it open.',
  claimBookContent:
    'Call it every 10 seconds while the inside is open: after 45 seconds without a call it counts as left. When somebody else is at work the answer says so (`is_you: false`) and nothing changes, unless `take_over` is true. It hinders nobody from saving; `version` does.',
  leaveBookContent: 'Does nothing when somebody else is at work.',

  listBookAnalyses:
    'Every audio file is listened to once, in the background, by a job of its own: see `state`. The answer holds an entry for each file that the book or one of its chapters plays.',
  listImportAnalyses: 'As of a book, for the audio files of a draft: the draft does not wait for it.',
  createImport:
    'Names uploads of the caller, which may still be under way: reading begins when the last one is there, in the background. What was dropped may hold several books; each becomes an import of its own with the same `drop_id`. Nothing is in the catalogue before a draft is accepted.',
  listImports: `${newestFirst} Of everybody, without their drafts. \`counts\` says how many wait for what.`,
  getImport: `With everything that was found but the texts, of which \`texts\` says how many there are. ${tagged}`,
  listImportTexts: 'In order, a page at a time.',
  updateImport: `An absent key leaves what is stored; \`chapters\` replaces them all, so that they are renamed, joined, split, moved and left out by one call. ${version}`,
  compareImport:
    'Every field that a draft can change, with what the book has today. What differs from what an import gave was edited by hand: `is_locked`.',
  retryImport:
    'For one that failed by no fault of its files, which are still there. 409 for any other; drop its files again instead.',
  acceptImport:
    'Makes a book of the draft, or puts what `take` names into the book `book_id`, all or nothing. A file that nothing needs goes. The answer is the book without its `chapters`. Where it has text and sound, a job (`align`) then puts them into time, which makes another version of the book.',
  acceptReadyImports:
    'Those without a warning, one after the other, for a few seconds: call again while `remaining` is not 0. What the catalogue came to hold in the meantime is looked for once more.',
  deleteImport: `Its files go with it; reading it is broken off. An accepted one is refused with 409: delete its book instead. ${intoTrash}`,

  getHomeScreen:
    'Everything an app needs to draw its home screen, in one answer. Keep it with its `ETag` and ask with `If-None-Match`: an unchanged screen costs an empty 304. Pages of every origin may call it and read its answers, failures too; `OPTIONS` answers the question that browsers ask first (204, the answer good for a day). Caches may keep the answer for a minute.',

  listJobs: `${newestFirst} One’s own, or with \`all\` those of everybody.`,
  getJob:
    'Ask every few seconds until `state` is none of `queued` and `running`, or listen to `GET /jobs/events`.',
  cancelJob:
    'One that waits ends at once. One that runs is told to end: `is_cancelling` is true until it has, within seconds. What it made is removed. Does nothing to one that has ended.',
  retryJob: 'Its three attempts start again. 409 when it is under way, or was done.',

  addNotifications:
    'An entry whose key the account has already is passed over, so that a call may be repeated. The latest 500 entries are kept.',
  seeNotifications:
    'Whatever there is by now: from then on `is_seen` is true of it, in every browser of the account.',
  clearNotifications: 'Only one’s own.',

  listUploads: 'The latest first, a page at a time. Those that were used, given up or have expired are gone.',
  getUpload:
    'Ask until `state` is `ready`: the parts have been put together, and `sha256` is that of the whole.',

  getLongestBook: 'By reading time.',
  getAverageReadingTimes: 'A row for each language that has books.',
  getMostProlificAuthors: 'Most books first.',

  listUsers: `${newestFirst} All filters combine. \`permission\` answers who may do one thing, from whichever role.`,
  getUser: `With the sessions and tokens that are open. ${tagged}`,
  inviteUser:
    'The link works once and for 72 hours, and is shown only in this answer. Whoever opens it sets the password. A role that holds more than the caller has is refused with 403.',
  updateUser: `An absent key leaves what is stored. ${version} Takes effect with the user’s next call; sessions go on. Nobody gives what she does not have, nor changes somebody who may do more (403); the last active account that may manage users keeps that permission (409).`,
  suspendUser:
    'Sessions, API tokens and links end at once, and do not return when the account is restored. The last active account that may manage users is not suspended (409).',
  restoreUser: 'The user can sign in again, with the password and the rights of before.',
  makeUserLink:
    'Of somebody invited a new invitation for 72 hours, of anybody else a link to a new password for a day. Earlier links of the user end. Shown only in this answer.',
  resetTwoFactor:
    'For somebody who has lost it: the authenticator app, recovery codes and passkeys of the user work no longer, the password suffices, and all sessions end.',
  signOutUser: 'Every session, API token and password link ends at once.',
  endUserSession: 'By the id of the session; it ends at once.',
  revokeUserToken: 'By the id of the token; it ends at once.',
  deleteUser: `The name stays wherever it is named; address, password, picture, sessions and tokens go. ${intoTrash}`,

  listRoles: 'All of them: the built-in ones first, then in the order in which they were made.',
  listPermissions: 'One entry a permission, with the roles that hold it and how many users have it.',
  getRole: `With how many users have it. ${tagged}`,
  createRole: 'A caller can give only what she has herself (403).',
  updateRole: `Changes at once what everybody with the role may do. ${version} Built-in roles never change (409).`,
  deleteRole: `Refused with 409 while somebody has it. ${intoTrash}`,

  reauthenticate:
    'For calls that change access, delete permanently or export data: they are refused with `permission.reauthentication_required` when the password or a passkey was last shown more than 10 minutes ago. A sign-in counts. `POST /profile/passkey-proof` begins a proof by passkey.',
  readLink:
    'What a person sees before she sets her password. 404 when the link was used, has expired, or never was.',
  useLink:
    'Uses the link up and ends every session and API token of the account. A password that is easy to guess is refused with 422, and the link stays. Then sign in.',

  getOwnProfile: `With role, preferences, and how many sessions and tokens there are. ${tagged}`,
  updateOwnProfile: `An absent key leaves what is stored. The picture is cut to a square from its middle; \`remove_image\` takes it away. ${version}`,
  changeOwnPassword:
    'Asks for the present one. A new one that is easy to guess is refused with 422. All other sessions, all links and, unless `keep_tokens` is true, all API tokens of the account end.',
  getTwoFactor: 'The authenticator app, the passkeys, and how many recovery codes are left.',
  startPasskey:
    'Asks for the present password. Gives what `navigator.credentials.create` takes; nothing changes before `POST /profile/passkeys`.',
  addPasskey:
    'Takes what the browser made. It then stands for a second factor, or for the password and both. The first second factor gives ten recovery codes, shown only now.',
  renamePasskey: 'The name is yours alone.',
  startPasskeyProof:
    'Gives what `navigator.credentials.get` takes, to remove something or to make new recovery codes by a passkey in place of a code.',
  removePasskey: 'Asks for a code of the app, a recovery code, or one of your passkeys.',
  startTotp:
    'Asks for the present password. Gives a secret for an authenticator app; nothing changes before `PUT /profile/totp` shows that the app has the right code.',
  confirmTotp:
    'Takes the first code of the app, which no sign-in accepts again. Gives ten recovery codes, shown only now. Other sessions go on.',
  removeTotp:
    'Asks for a code of the app, a recovery code, or a passkey. The recovery codes end with the last second factor.',
  renewRecoveryCodes:
    'Asks for a code of the app, a recovery code, or a passkey. Earlier recovery codes end.',
  listOwnSessions: 'The latest first; `is_current` marks the one of this call.',
  endOwnSession: 'By its id; it ends at once.',
  signOutOthers: 'All but the one of this call end at once, and all API tokens unless `keep_tokens` is true.',

  listTokens: 'The newest first, without their secrets. Those that have expired stay until they are revoked.',
  createToken:
    'The secret is shown only in this answer. A permission that the caller does not have is refused with 403.',
  revokeToken: 'By its id; it ends at once.',

  listSecurityLog:
    'Sign-ins, also in vain, links, changes of users, roles and tokens, and what was refused; the latest first. It holds no passwords and no tokens. Entries are kept for 400 days.',
};
