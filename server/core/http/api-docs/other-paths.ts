import { healthCheckNames } from '#contract/catalogue-health/health-checks';
import { backupEndpoints } from '#contract/backup/backup';
import { exportKinds } from '#contract/exports/exports';
import { catalogueHealthEndpoints } from '#contract/catalogue-health/catalogue-health';
import { auditLogActions, auditLogEndpoints, auditLogKinds } from '#contract/audit-log/audit-log';
import { releaseCalendarEndpoints } from '#contract/releases/release-calendar';
import { limits } from '#contract/core/limits';
import { resourceNames } from '#contract/core/permissions';
import { personalDataEndpoints } from '#contract/personal-data/personal-data';
import { exportedLists, spreadsheetFormats } from '#contract/spreadsheets/spreadsheets';
import type { PathItem } from './path-item.ts';
import { type JsonSchema, refTo } from './json-schema.ts';
import { ifNoneMatch, type Parameter, releaseInQuery } from './parameters.ts';
import { header, knownErrors, requestId, type Response } from './responses.ts';

/* The operations that no resource declares: files, health and the reference itself. */

const nothing: JsonSchema = {
  type: 'object',
  properties: { success: { const: true }, message: refTo('Message'), data: { type: 'null' } },
  required: ['success', 'message', 'data'],
};
const well: Response = {
  description: 'The server is running.',
  headers: requestId,
  content: { 'application/json': { schema: nothing } },
};
const health = { tags: ['health'], security: [] };

const key: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  description: 'The key of the file: the part of its address after `/media/`.',
  schema: { type: 'string' },
};
const allJobs: Parameter = {
  name: 'all',
  in: 'query',
  required: false,
  description:
    'True returns the jobs of all users, if you have all permissions. Otherwise, only your own jobs are returned.',
  schema: { type: 'boolean' },
};
const personalDataFile: Response = {
  description: 'A JSON file.',
  headers: requestId,
  content: { 'application/json': { schema: { type: 'object' } } },
};
const pageParameters = (
  [
    ['page', limits.maxPage],
    ['items_per_page', limits.maxPageSize],
  ] as const
).map(
  ([name, maximum]): Parameter => ({
    name,
    in: 'query',
    required: false,
    description: 'A page of the response as JSON, as for every list.',
    schema: { type: 'integer', minimum: 1, maximum },
  }),
);
const jobPage: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: true },
    message: refTo('Message'),
    data: {
      type: 'object',
      properties: {
        items: { type: 'array', items: refTo('Job') },
        total: { type: 'integer', minimum: 0 },
        objects: { type: 'object', properties: { total: { type: 'integer', minimum: 0 } } },
      },
      required: ['items', 'total'],
    },
  },
  required: ['success', 'message', 'data'],
};
const range: Parameter = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'A range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-1024`.',
  schema: { type: 'string' },
};
const ifRange: Parameter = {
  name: 'If-Range',
  in: 'header',
  required: false,
  description: 'The `ETag` of the file that the range belongs to. If it differs, the whole file is returned.',
  schema: { type: 'string' },
};

const calendarSecret: Parameter = {
  name: 'secret',
  in: 'path',
  required: true,
  description: 'The secret part of the address from `POST /releases/calendar`.',
  schema: { type: 'string' },
};

const file: JsonSchema = { type: 'string', format: 'binary' };
const fileHeaders = {
  ...requestId,
  etag: header('ETag'),
  'accept-ranges': { description: 'Always `bytes`.', schema: { const: 'bytes' } },
  'content-length': {
    description: 'The number of bytes in the response.',
    schema: { type: 'integer', minimum: 0 },
  },
};
const contentRange = {
  'content-range': {
    description: 'The range and the size of the file, such as `bytes 0-1023/4096`.',
    schema: { type: 'string' },
  },
};
const content = { 'image/*': { schema: file }, 'audio/*': { schema: file } };
const text: JsonSchema = { type: 'string' };
const servedContent = { ...content, 'text/vtt': { schema: text } };
const sameFile: Response = { description: 'The file has not changed.', headers: requestId };
const media = {
  tags: ['media'],
  security: [],
  description:
    'Requires no token: everyone with the address can get the file. The content of an address never changes, so clients can store it permanently. For audio, replace the extension with `.vtt` to get the current text as WebVTT. Request it again with its `ETag`.',
};

const bookId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The ID of the book.',
  schema: { type: 'integer', minimum: 1 },
};

const rule: Parameter = {
  name: 'rule',
  in: 'query',
  required: true,
  description: 'The health check. The filters of the list also apply.',
  schema: { type: 'string', enum: [...healthCheckNames] },
};

const userOrRecord = { type: 'integer', maximum: limits.maxInteger } as const;
const auditLogParameters = (
  [
    ['actor_id', 'Only changes by this user. 0 is the system.', { ...userOrRecord, minimum: 0 }],
    ['kind', 'Only changes to records of this type.', { type: 'string', enum: [...auditLogKinds] }],
    ['record_id', 'With `kind`: only changes to this record.', { ...userOrRecord, minimum: 1 }],
    ['action', 'Only entries with this action.', { type: 'string', enum: [...auditLogActions] }],
    ['from', 'Only entries at or after this time.', { type: 'string', format: 'date-time' }],
    ['to', 'Only entries before this time.', { type: 'string', format: 'date-time' }],
  ] as const
).map(
  ([name, description, schema]): Parameter => ({ name, in: 'query', required: false, description, schema }),
);

const spreadsheetKind: Parameter = {
  name: 'kind',
  in: 'path',
  required: true,
  description: 'The type of the records.',
  schema: { type: 'string', enum: [...resourceNames] },
};
const exportedList: Parameter = { ...spreadsheetKind, schema: { type: 'string', enum: [...exportedLists] } };
const spreadsheetFormat: Parameter = {
  name: 'as',
  in: 'query',
  required: false,
  description: 'The format of the file. The default is `csv`.',
  schema: { type: 'string', enum: [...spreadsheetFormats] },
};
const spreadsheetFile: Response = {
  description: 'The spreadsheet, with column names in the first line.',
  headers: requestId,
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: file },
  },
};
const spreadsheetPaths: Readonly<Record<string, PathItem>> = {
  '/spreadsheets/{kind}/export': {
    get: {
      tags: ['spreadsheets'],
      security: [{ session: [] }],
      operationId: 'exportList',
      summary: 'Export a list as a spreadsheet',
      description:
        'Exports all records of the list with its filters and sort order. `page` and `items_per_page` have no effect. CSV follows RFC 4180, in UTF-8 with a byte order mark. Texts that look like a formula start with an apostrophe. An unchanged file makes no changes when you send it to `POST /spreadsheets/preview`. Authors can’t be imported on their own.',
      parameters: [exportedList, spreadsheetFormat, releaseInQuery],
      responses: {
        200: spreadsheetFile,
        ...knownErrors('400', '401', '403', '404', '422', '429', '500', '503'),
      },
    },
  },
  '/spreadsheets/{kind}/template': {
    get: {
      tags: ['spreadsheets'],
      security: [{ session: [] }],
      operationId: 'getSpreadsheetTemplate',
      summary: 'Get a spreadsheet template',
      description: 'Returns a file with column names and no rows.',
      parameters: [spreadsheetKind, spreadsheetFormat],
      responses: { 200: spreadsheetFile, ...knownErrors('400', '401', '404', '422', '500', '503') },
    },
  },
};

export const otherPaths: Readonly<Record<string, PathItem>> = {
  '/media/{key}': {
    servers: [{ url: '/', description: 'This server, outside `/api`.' }],
    get: {
      ...media,
      operationId: 'getFile',
      summary: 'Get an image or audio file',
      parameters: [key, range, ifRange, ifNoneMatch],
      responses: {
        200: { description: 'The whole file.', headers: fileHeaders, content: servedContent },
        206: {
          description: 'The requested range of the file.',
          headers: { ...fileHeaders, ...contentRange },
          content,
        },
        304: sameFile,
        ...knownErrors('400', '404'),
        416: {
          description: 'The requested range is past the end of the file.',
          headers: { ...requestId, ...contentRange },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
        ...knownErrors('500', '503'),
      },
    },
    head: {
      ...media,
      operationId: 'getFileHeaders',
      summary: 'Get the headers of a file',
      parameters: [key, ifNoneMatch],
      responses: {
        200: { description: 'The headers of the whole file.', headers: fileHeaders },
        304: sameFile,
        404: { description: 'File not found.', headers: requestId },
        500: {
          description: 'An error of the server. The server log has it with the ID of the request.',
          headers: requestId,
        },
        503: { description: 'The file storage is not responding.', headers: requestId },
      },
    },
  },
  '/audit-log/files/{key}': {
    get: {
      tags: ['audit-log'],
      security: [{ session: [] }],
      operationId: 'getRetainedFile',
      summary: 'Get a retained file',
      description:
        'Returns a file that a record has or had, as long as it is stored. Unlike `/media`, it requires a session.',
      parameters: [key],
      responses: {
        200: { description: 'The retained file.', headers: requestId, content },
        ...knownErrors('400', '401', '404', '500', '503'),
      },
    },
  },
  '/jobs/events': {
    get: {
      tags: ['jobs'],
      security: [{ session: [] }],
      operationId: 'getJobEvents',
      summary: 'Stream job events',
      description:
        'Streams server-sent events. The first event is `hello`. A `job` event follows for each job in progress and for each change. A comment every 15 seconds keeps the connection open. Send `Accept: text/event-stream` and read the stream with `fetch`, because `EventSource` can’t send the token. Without this header, the response is a page of the jobs in progress. The stream ends with the session or when the server stops. After a new connection, `GET /jobs` with `since` returns the changes that you missed.',
      parameters: [...pageParameters, allJobs],
      responses: {
        200: {
          description: 'A stream of events.',
          headers: { ...requestId, vary: header('Vary') },
          content: {
            'text/event-stream': { schema: { type: 'string' } },
            'application/json': { schema: jobPage },
          },
        },
        ...knownErrors('400', '401', '403', '429', '500', '503'),
      },
    },
  },
  '/books/{id}/proofing.csv': {
    get: {
      tags: ['books'],
      security: [{ session: [] }],
      operationId: 'exportProofingReport',
      summary: 'Export the proofing report of a book as CSV',
      description: 'Texts that look like a formula start with an apostrophe.',
      parameters: [bookId],
      responses: {
        200: {
          description: 'A CSV file in UTF-8, with column names in the first line.',
          headers: requestId,
          content: { 'text/csv': { schema: { type: 'string' } } },
        },
        ...knownErrors('401', '404', '422', '429', '500', '503'),
      },
    },
  },
  '/books/{id}/export': {
    get: {
      tags: ['books'],
      security: [{ session: [] }],
      operationId: 'exportBook',
      summary: 'Export a book',
      description:
        'Formats: `epub` is an EPUB 3 with cover, table of contents and text items. Synced chapters have Media Overlays with their audio (MP3, M4A, M4B and Opus). `json` has everything except files. `zip` has the JSON, the cover, a tagged audio file per chapter and a cue sheet. MP3, M4A, M4B and WAV are split without decoding; other chapters refer to a part of the whole file. JSON and ZIP can be imported again. `srt`, `vtt`, `txt` and `times` (JSON) have the known times of the text items. Times count from the start of the book’s file. If chapters have their own files, they follow one another.',
      parameters: [
        bookId,
        {
          name: 'as',
          in: 'query',
          required: true,
          description: 'The format of the export.',
          schema: { type: 'string', enum: [...exportKinds] },
        },
        {
          name: 'chapter',
          in: 'query',
          required: false,
          description: 'Only the chapter with this code or ID. Its times start at 0.',
          schema: { type: 'string', maxLength: limits.maxCodeLength },
        },
        {
          name: 'audio',
          in: 'query',
          required: false,
          description: 'For `epub`: `0` excludes the audio.',
          schema: { type: 'string', enum: ['0', '1'] },
        },
      ],
      responses: {
        200: {
          description: 'The exported book, with its file name in `Content-Disposition`.',
          headers: requestId,
          content: {
            'application/epub+zip': { schema: file },
            'application/zip': { schema: file },
            'application/json': { schema: { type: 'object' } },
            'application/x-subrip': { schema: { type: 'string' } },
            'text/vtt': { schema: { type: 'string' } },
            'text/plain': { schema: { type: 'string' } },
          },
        },
        ...knownErrors('400', '401', '404', '422', '429', '500', '503'),
      },
    },
  },
  [catalogueHealthEndpoints.csv.path]: {
    get: {
      tags: ['reports'],
      security: [{ session: [] }],
      operationId: 'exportHealthIssues',
      summary: 'Export issues of a health check as CSV',
      description: 'Exports the whole list. Texts that look like a formula start with an apostrophe.',
      parameters: [rule],
      responses: {
        200: {
          description: 'A CSV file in UTF-8, with column names in the first line.',
          headers: requestId,
          content: { 'text/csv': { schema: { type: 'string' } } },
        },
        ...knownErrors('400', '401', '422', '429', '500', '503'),
      },
    },
  },
  [auditLogEndpoints.csv.path]: {
    get: {
      tags: ['audit-log'],
      security: [{ session: [] }],
      operationId: 'exportAuditLog',
      summary: 'Export the audit log as CSV',
      description:
        'Exports all entries that match the filters, newest first. Texts that look like a formula start with an apostrophe.\n\nNeeds the permission `reports:read`.\n\nA session needs a password or passkey that was shown within the last 10 minutes.',
      parameters: auditLogParameters,
      responses: {
        200: {
          description: 'A CSV file in UTF-8, with column names in the first line.',
          headers: requestId,
          content: { 'text/csv': { schema: { type: 'string' } } },
        },
        ...knownErrors('400', '401', '403', '422', '429', '500', '503'),
      },
    },
  },
  [personalDataEndpoints.own.path]: {
    get: {
      tags: ['profile'],
      security: [{ session: [] }],
      operationId: 'exportOwnPersonalData',
      summary: 'Export your personal data',
      description:
        'The account, sessions, changes, drafts and saved views, without passwords and secrets.\n\nTakes no API token. A session needs a password or passkey that was shown within the last 10 minutes.',
      responses: { 200: personalDataFile, ...knownErrors('401', '403', '429', '500', '503') },
    },
  },
  [personalDataEndpoints.ofUser.path.replace(':id', '{id}')]: {
    get: {
      tags: ['users'],
      security: [{ session: [] }],
      operationId: 'exportPersonalData',
      summary: 'Export the personal data of a user',
      description:
        'The same for another user, who has no permission that you don’t have.\n\nNeeds the permission `users:manage`.\n\nTakes no API token. A session needs a password or passkey that was shown within the last 10 minutes.',
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The ID of the user.',
          schema: { type: 'integer', minimum: 1 },
        },
      ],
      responses: {
        200: personalDataFile,
        ...knownErrors('400', '401', '403', '404', '422', '429', '500', '503'),
      },
    },
  },
  [backupEndpoints.download.path.replace(':id', '{id}')]: {
    get: {
      tags: ['backups'],
      security: [{ session: [] }],
      operationId: 'downloadBackup',
      summary: 'Download a backup',
      description:
        'A backup contains all data, with password hashes and secrets of two-factor authentication. Restore it with `lectern restore`. Only users with all permissions can download it.\n\nNeeds the permission `settings:edit`.\n\nTakes no API token. A session needs a password or passkey that was shown within the last 10 minutes.',
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The ID of the backup.',
          schema: { type: 'integer', minimum: 1 },
        },
      ],
      responses: {
        200: {
          description: 'The backup file.',
          headers: requestId,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        ...knownErrors('400', '401', '403', '404', '422', '429', '500', '503', '507'),
      },
    },
  },
  ...spreadsheetPaths,
  [releaseCalendarEndpoints.file.path.replace(':secret', '{secret}')]: {
    get: {
      tags: ['releases'],
      security: [],
      operationId: 'downloadReleaseCalendar',
      summary: 'Download the calendar of releases',
      description:
        'An iCalendar file (RFC 5545) with the planned and past times of releases, up to a year ago. Requires no token: the address is the secret of its user. An unknown address returns 404.',
      parameters: [calendarSecret],
      responses: {
        200: {
          description: 'An iCalendar file.',
          headers: requestId,
          content: { 'text/calendar': { schema: text } },
        },
        ...knownErrors('400', '404', '429', '500', '503'),
      },
    },
  },
  '/health/live': {
    get: {
      ...health,
      operationId: 'checkLiveness',
      summary: 'Check liveness',
      responses: { 200: well, ...knownErrors('400', '500') },
    },
  },
  '/health/ready': {
    get: {
      ...health,
      operationId: 'checkReadiness',
      summary: 'Check readiness',
      description:
        'Uses the result of a background check. Returns 503 with the reason if the server is not ready or is stopping.',
      responses: { 200: well, ...knownErrors('400', '500', '503') },
    },
  },
};
