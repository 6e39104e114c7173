import { errorCodes } from '#contract/core/error-codes';
import { languages } from '#contract/core/languages';
import { limits } from '#contract/core/limits';

const codes = Object.entries(errorCodes)
  .map(([code, { status, when }]) => `- \`${code}\` (${status}): ${when}`)
  .join('\n');

const languageList = languages.map(({ code, label }) => `${code} ${label}`).join(', ');

/**
 * The introduction, common to all calls. Backticks are code; an empty line begins a paragraph; `## ` a heading; `-
 * ` a list.
 */
export const introduction = `Everything that the back-office does, it does by these calls; an integration or a script can do the same. This reference is also data: \`/api/openapi.json\` is OpenAPI 3.1, from which clients are generated.

## Answers

Every answer is \`{success, message, data}\`. \`message\` is a sentence for people. Where a call fails, \`success\` is \`false\`, \`data\` is \`null\`, \`code\` is the stable name of the failure, and \`errors\`, where there is one, has a sentence for each refused field by its dotted path. Answers may get further keys: read those that you know and ignore the rest.

## Signing in

\`POST /auth/login\` gives a token that lives for twelve hours. Send it with every call as \`Authorization: Bearer TOKEN\`. 401 means that it has ended: sign in again. Reading needs a session; creating and updating need the permission \`RESOURCE:edit\`, deleting \`RESOURCE:delete\`, everything about users and roles \`users:manage\`.

Scripts take a token of their own: \`POST /tokens\` gives one that begins with \`lct_\`, for the same header. It may do what it was made for, and no more than its owner may do at that moment; it is shown once, works until its day, and can be revoked. Calls about your own account take no such token.

## Requests

Bodies are JSON or forms (\`multipart/form-data\`, \`application/x-www-form-urlencoded\`); files travel in \`multipart/form-data\` only. Forms write an object as \`author[name]\`, a list as \`book_codes[]\` repeated, and a list of objects as \`items[]\` repeated, each a JSON text. Numbers and booleans may be sent as text. A key that is absent from an update leaves what is stored. The query parameter \`is_admin\` is accepted everywhere and read by nobody.

## Lists

Lists take \`page\` and \`items_per_page\` (1 to ${limits.maxPageSize}, ${limits.pageSize} unless given) and answer \`items\` and \`total\`. They are in the order of the newest first, sorted lists in that of their field and then of the id, so no page repeats or leaves out an item while nothing is written.

## Times, lengths and numbers

Durations and reading times are whole seconds. Times are ISO 8601 in UTC. Languages are numbers: ${languageList}. \`order_index\` counts from 0. Addresses of files are paths below this server's origin.

## Several editors

Every record carries a \`version\` that rises with each change. Send it with an update, as a field or as \`If-Match\`, and the update is refused with 409 when somebody else was faster; without it the last write wins. \`If-Match\` takes the \`ETag\` of a read record as well, and several tags. A create with an \`Idempotency-Key\` can be sent again when its answer was lost.

## What has happened

Every write of a record adds an entry to the audit log. The header \`x-audit-log-entry\` of the response names it: \`GET /audit-log/{id}\` shows the changes, \`POST /audit-log/{id}/undo\` undoes them. A deleted record is in the trash, where its code stays reserved; other calls do not return it.

## Less to load

Reads of one record, the mobile home screen and files carry an \`ETag\`. Sent back as \`If-None-Match\`, it brings an empty 304 while the answer is still the same; the tag of a record changes with whatever its answer shows. Answers of JSON from 1 KiB are compressed with Brotli or gzip for who asks with \`Accept-Encoding\`; their tags are weak then (\`W/"…"\`), and as good as before. Every \`GET\` can be asked as \`HEAD\`, for the headers alone.

## When to try again

429 and 503 carry \`Retry-After\` in seconds. Every answer carries an \`x-request-id\`, which the server's log names too.

## Codes of failures

Branch on \`code\`: sentences may change, codes do not. There may be more of them one day; treat one that you do not know by its status. A path that exists answers any method it does not take with 405, and names the others in \`Allow\`; a path that does not exist answers 404 with \`path.not_found\`, a record that does not with the code of its kind.

${codes}`;

interface Tag {
  readonly name: string;
  readonly description: string;
  /** Of calls that no route declares. */
  readonly isAlwaysThere?: true;
}

/** The chapters of the reference, in order. */
export const tags: readonly Tag[] = [
  { name: 'session', description: 'Who is signed in.' },
  { name: 'books', description: 'The books with their chapters, audio and texts.' },
  { name: 'categories', description: 'What books are sorted under.' },
  { name: 'sub-categories', description: 'The finer parts of a category.' },
  { name: 'collections', description: 'Books put together by hand, in an order.' },
  { name: 'story-books', description: 'Texts from several books, put together in an order.' },
  { name: 'challenges', description: 'Plans of several days, a book a day.' },
  { name: 'mobile-configs', description: 'The home screens of the mobile apps, made of ordered blocks.' },
  {
    name: 'imports',
    description: 'From files to books: drafts of what was dropped, to be corrected and accepted.',
  },
  { name: 'mobile', description: 'What an app reads. Open to everybody and to every origin.' },
  { name: 'search', description: 'One search over the records of all kinds.' },
  {
    name: 'reports',
    description: 'Figures of the whole catalogue, what in it needs work, and how it grows.',
  },
  { name: 'audit-log', description: 'What has happened to every record, and how it is taken back.' },
  { name: 'trash', description: 'Deleted records, which can be restored for a while.' },
  { name: 'spreadsheets', description: 'Lists as CSV and XLSX: out as filtered, and in again by code.' },
  {
    name: 'views',
    description: 'Lists under a name: what they are asked for, and how they look. Own or shared.',
  },
  { name: 'jobs', description: 'Work that goes on in the background: what runs, what failed and why.' },
  { name: 'profile', description: 'Your own account: name, picture, password, sessions.' },
  { name: 'tokens', description: 'Tokens that sign your scripts in.' },
  { name: 'users', description: 'The people who use the product, and how they come in.' },
  { name: 'roles', description: 'What people may do, by role and by permission.' },
  { name: 'settings', description: 'How the product is set: names, languages, limits, sign-in.' },
  {
    name: 'notifications',
    description:
      'What happened to an account, as the panel behind the bell lists it: the same in every browser, kept for 90 days. ' +
      'The server notes the end of background work, clients the rest.',
  },
  {
    name: 'uploads',
    description: 'Large files in parts, gone on with after any interruption, by the protocol tus 1.0.0.',
  },
  { name: 'media', description: 'Pictures and audio.', isAlwaysThere: true },
  { name: 'health', description: 'For load balancers and monitors.', isAlwaysThere: true },
];
