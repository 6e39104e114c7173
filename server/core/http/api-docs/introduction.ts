import { errorCodes } from '#contract/core/error-codes';
import { languages } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { orderedRecordNames, recordTypes } from '#contract/core/record-types';
import { placeholders } from './examples.ts';

const codes = Object.entries(errorCodes)
  .map(([code, { status, when }]) => `- \`${code}\` (${status}): ${when}`)
  .join('\n');

const languageList = languages.map(({ code, label }) => `${code} ${label}`).join(', ');

/** Returns a shell command of the introduction. A test runs all commands in order. */
const command = (...lines: string[]): string => `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``;
const url = (path: string): string => `curl '${placeholders.origin}/api${path}'`;
const authorization = `--header 'Authorization: Bearer ${placeholders.token}'`;

/**
 * The introduction of the reference. Backticks mark code, and three backticks mark a command. An empty line starts a paragraph, `## ` a
 * heading and `- ` a list.
 */
export const introduction = `Every function of the product is available through this API. \`/api/openapi.json\` describes it in OpenAPI 3.1, from which you can generate a client.

## Sign in

${command(url('/auth/login'), `--json '{"email":"${placeholders.email}","password":"${placeholders.password}"}'`)}

The response has an \`access_token\`, which is valid for 12 hours. Send it with every request as \`Authorization: Bearer TOKEN\`. After a 401, sign in again.

Scripts use an API token from \`POST /tokens\`. It starts with \`lct_\` and is sent in the same header. It has the permissions that you select, and never more than your own. It is returned only once, and is valid until it expires or you revoke it. Requests about your own account don’t accept API tokens.

Reading requires a session. Creating and updating require the permission \`RESOURCE:edit\`, deleting requires \`RESOURCE:delete\`.

## Pages

${command(url('/books/list?page=1&items_per_page=20&with_chapters=0'), authorization)}

Lists return \`items\` and \`total\`. \`page\` starts at 1. \`items_per_page\` is 1 to ${limits.maxPageSize}; the default is ${limits.pageSize}. The newest records come first. Sorted lists use the ID for equal values, so no record is repeated or missing.

## Filters

${command(url('/books/list?search=harbour&language=en&sort_by_field=reading_time&sort_direction=desc'), authorization)}

Filters combine: a record matches all of them. A blank parameter has no effect. Languages have a number and a short code: ${languageList}. \`is_admin\` is accepted everywhere and ignored.

## Changes

${command(url('/books/categories'), authorization, `--header 'Idempotency-Key: 6f1c2f0e-poetry'`, `--json '{"name":"Poetry"}'`)}

Bodies are JSON or forms (\`multipart/form-data\`, \`application/x-www-form-urlencoded\`). Files require \`multipart/form-data\`. In forms, write an object as \`author[name]\` and a list as repeated \`book_codes[]\`. A list of objects is repeated \`items[]\`, each a JSON text. Numbers and booleans can be text. Fields that you don’t send in an update stay unchanged.

You can repeat a create with the same \`Idempotency-Key\` if its response was lost. It doesn’t create a second record.

Every change adds an entry to the audit log. The response header \`x-audit-log-entry\` has its ID. \`POST /audit-log/{id}/undo\` undoes the change. Deleted records are in the trash and keep their code; other requests don’t return them.

## Versions

${command(url('/books/categories/1'), '--request PUT', authorization, `--header 'If-Match: "1"'`, `--json '{"name":"Poems"}'`)}

Every record has a \`version\`, which increases with each change. Send it with an update, as a field or as \`If-Match\`. If the record has changed since, the update fails with 409. Without it, the last write wins. \`If-Match\` also takes the \`ETag\` of a record, and several tags.

Single records, the mobile home screen and files have an \`ETag\`. Send it as \`If-None-Match\`. If nothing changed, the response is an empty 304. JSON from 1 KB is compressed with Brotli or gzip if \`Accept-Encoding\` allows it. Every \`GET\` is also available as \`HEAD\`.

## Errors

${command(url('/books/999999'), authorization)}

Every response is \`{success, message, data}\`. \`message\` is a text for users. In an error, \`success\` is \`false\` and \`data\` is \`null\`. \`code\` is the stable name of the error. \`errors\` has a message for each invalid field. Responses can get additional fields: ignore those that you don’t know.

Every response has an \`x-request-id\`, which is also in the server log.

## Limits

Responses with 429 and 503 have \`Retry-After\` in seconds. Wait for this time, then repeat the request. Sign-ins and password resets are limited per account and per address; searches, exports, imports and other costly requests per user. Lists in a request have at most ${limits.maxListLength} entries.

Durations and reading times are whole seconds. Times are ISO 8601 in UTC. \`order_index\` starts at 0. Addresses of files are paths outside \`/api\`.

## Error codes

Use \`code\` in conditions: messages can change, codes don’t. New codes can be added; handle an unknown code by its status. A method that a path doesn’t support returns 405, with the supported methods in \`Allow\`.

${codes}`;

interface Tag {
  readonly name: string;
  readonly description: string;
  /** True if a section contains operations that no route declares. */
  readonly isAlwaysThere?: true;
}

/** The sections of the reference, in order. */
export const tags: readonly Tag[] = [
  { name: 'session', description: 'Sign in and out.' },
  ...orderedRecordNames
    .filter((name) => name !== 'authors')
    .map((name) => ({ name, description: recordTypes[name].description })),
  {
    name: 'imports',
    description: 'Books from uploaded files: proposals to review, correct and accept.',
  },
  {
    name: 'mobile',
    description:
      'Home screens for apps, without a sign-in and for every origin. Previews of unsaved home screens.',
  },
  { name: 'search', description: 'Search in all types of records.' },
  {
    name: 'reports',
    description: 'Reports, catalogue health and analytics.',
  },
  { name: 'audit-log', description: 'All changes to records, and their undo.' },
  { name: 'trash', description: 'Deleted records, which can be restored until they expire.' },
  { name: 'spreadsheets', description: 'Export and import of lists as CSV and XLSX.' },
  {
    name: 'views',
    description: 'Saved views of lists, private or shared.',
  },
  {
    name: 'custom-fields',
    description: 'Fields of books that you add. Books have their values in `custom`.',
  },
  { name: 'subjects', description: 'Subject schemes, such as Thema and BISAC, and their value lists.' },
  {
    name: 'releases',
    description: 'Prepared changes that are previewed, published together and rolled back.',
  },
  { name: 'presence', description: 'The users who have a record open.' },
  { name: 'jobs', description: 'Background jobs with their progress and errors.' },
  { name: 'profile', description: 'Your account: name, image, password and sessions.' },
  { name: 'tokens', description: 'Your API tokens.' },
  { name: 'users', description: 'Users, invitations and password reset links.' },
  { name: 'roles', description: 'Roles and their permissions.' },
  { name: 'settings', description: 'Settings for names, languages, limits and sign-in.' },
  { name: 'backups', description: 'Backups of all data and files.' },
  {
    name: 'notifications',
    description: 'Notifications of your account, the same in every browser. They are stored for 90 days.',
  },
  {
    name: 'uploads',
    description: 'Resumable uploads of large files with tus 1.0.0.',
  },
  { name: 'media', description: 'Images and audio.', isAlwaysThere: true },
  { name: 'health', description: 'Health checks for load balancers and monitoring.', isAlwaysThere: true },
];
