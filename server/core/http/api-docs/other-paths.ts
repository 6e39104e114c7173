import { exportKinds } from '#contract/exports/exports';
import { catalogueHealthEndpoints, healthCheckNames } from '#contract/catalogue-health/catalogue-health';
import { auditLogActions, auditLogEndpoints, auditLogKinds } from '#contract/audit-log/audit-log';
import { resourceNames } from '#contract/core/permissions';
import { exportedLists, spreadsheetFormats } from '#contract/spreadsheets/spreadsheets';
import type { PathItem } from './path-item.ts';
import { type JsonSchema, refTo } from './json-schema.ts';
import { ifNoneMatch, type Parameter } from './parameters.ts';
import { header, knownErrors, requestId, type Response } from './responses.ts';

/* The calls that no resource declares: files, health, and the reference itself. */

const nothing: JsonSchema = {
  type: 'object',
  properties: { success: { const: true }, message: { type: 'string' }, data: { type: 'null' } },
  required: ['success', 'message', 'data'],
};
const well: Response = {
  description: 'Success.',
  headers: requestId,
  content: { 'application/json': { schema: nothing } },
};
const health = { tags: ['health'], security: [] };

const key: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  description: 'What stands behind `/media/` in the addresses that records carry.',
  schema: { type: 'string' },
};
const allJobs: Parameter = {
  name: 'all',
  in: 'query',
  required: false,
  description: 'True: the jobs of all accounts, for accounts that hold every permission. Else one’s own.',
  schema: { type: 'boolean' },
};
const paging = (['page', 'items_per_page'] as const).map(
  (name): Parameter => ({
    name,
    in: 'query',
    required: false,
    description: 'Of the answer as JSON, as for every list.',
    schema: { type: 'integer', minimum: 1 },
  }),
);
const jobPage: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: true },
    message: { type: 'string', description: 'A sentence for people.' },
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
  description: 'One range of bytes: `bytes=0-1023`, `bytes=1024-`, `bytes=-1024`.',
  schema: { type: 'string' },
};
const ifRange: Parameter = {
  name: 'If-Range',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the file that the range belongs to; the whole file is sent when it is another one.',
  schema: { type: 'string' },
};

const file: JsonSchema = { type: 'string', format: 'binary' };
const fileHeaders = {
  ...requestId,
  etag: header('ETag'),
  'accept-ranges': { description: 'Always `bytes`.', schema: { const: 'bytes' } },
  'content-length': { description: 'Bytes in this answer.', schema: { type: 'integer', minimum: 0 } },
};
const contentRange = {
  'content-range': {
    description: 'Which bytes of how many: `bytes 0-1023/4096`.',
    schema: { type: 'string' },
  },
};
const content = { 'image/*': { schema: file }, 'audio/*': { schema: file } };
const text: JsonSchema = { type: 'string' };
const servedContent = { ...content, 'text/vtt': { schema: text } };
const sameFile: Response = { description: 'Still the same file.', headers: requestId };
const media = {
  tags: ['media'],
  security: [],
  description:
    'Needs no token: whoever knows the address may have the file. The content of an address never changes, so it may be kept for ever. The address of a sound with `.vtt` in the place of its extension has what is spoken in it as WebVTT, as it is now; that may be kept as well, and is asked for again with its `ETag`.',
};

const bookId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the book.',
  schema: { type: 'integer', minimum: 1 },
};

const rule: Parameter = {
  name: 'rule',
  in: 'query',
  required: true,
  description: 'Which rule. The filters of the list are taken as well.',
  schema: { type: 'string', enum: [...healthCheckNames] },
};

const auditLogParameters = (
  [
    ['actor_id', 'Only what this account did; 0: the server itself.', { type: 'integer', minimum: 0 }],
    ['kind', 'Only what is about records of this kind.', { type: 'string', enum: [...auditLogKinds] }],
    ['record_id', 'With `kind`: only what is about this record.', { type: 'integer', minimum: 1 }],
    ['action', 'Only what happened so.', { type: 'string', enum: [...auditLogActions] }],
    ['from', 'Only entries at this time or later.', { type: 'string', format: 'date-time' }],
    ['to', 'Only entries before this time.', { type: 'string', format: 'date-time' }],
  ] as const
).map(
  ([name, description, schema]): Parameter => ({ name, in: 'query', required: false, description, schema }),
);

const spreadsheetKind: Parameter = {
  name: 'kind',
  in: 'path',
  required: true,
  description: 'What the rows are.',
  schema: { type: 'string', enum: [...resourceNames] },
};
const exportedList: Parameter = { ...spreadsheetKind, schema: { type: 'string', enum: [...exportedLists] } };
const spreadsheetFormat: Parameter = {
  name: 'as',
  in: 'query',
  required: false,
  description: 'The kind of file; `csv` unless given.',
  schema: { type: 'string', enum: [...spreadsheetFormats] },
};
const spreadsheetFile: Response = {
  description: 'The file, with the names of its columns in the first line.',
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
      summary: 'Take a list along as a spreadsheet',
      description:
        'Everything that the list shows with these query parameters (those of the list, without its page), in its order, streamed. CSV is as in RFC 4180, in UTF-8 with a mark at its start; texts that a spreadsheet would take for a formula begin with an apostrophe. Sent back unchanged to `POST /spreadsheets/plan`, it changes nothing; authors come in with their books only.',
      parameters: [exportedList, spreadsheetFormat],
      responses: { 200: spreadsheetFile, ...knownErrors('400', '401', '404', '422', '500', '503') },
    },
  },
  '/spreadsheets/{kind}/template': {
    get: {
      tags: ['spreadsheets'],
      security: [{ session: [] }],
      operationId: 'getSpreadsheetTemplate',
      summary: 'Begin a spreadsheet with the columns of a list',
      description: 'Its first line names the columns; there are no rows.',
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
      summary: 'Load a picture or audio file, whole or in part',
      parameters: [key, range, ifRange, ifNoneMatch],
      responses: {
        200: { description: 'The whole file.', headers: fileHeaders, content: servedContent },
        206: { description: 'The range.', headers: { ...fileHeaders, ...contentRange }, content },
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
      summary: 'Ask for the size and type of a file',
      parameters: [key, ifNoneMatch],
      responses: {
        200: { description: 'The headers of the whole file.', headers: fileHeaders },
        304: sameFile,
        404: { description: 'File not found.', headers: requestId },
        500: { description: 'The server’s own fault.', headers: requestId },
        503: { description: 'The file store is not responding.', headers: requestId },
      },
    },
  },
  '/audit-log/files/{key}': {
    get: {
      tags: ['audit-log'],
      security: [{ session: [] }],
      operationId: 'getRetainedFile',
      summary: 'Load a file that the journal or the trash names',
      description:
        'Whether a record still has it or not, while it is kept. Needs a session, unlike `/media`.',
      parameters: [key],
      responses: {
        200: { description: 'The file.', headers: requestId, content },
        ...knownErrors('400', '401', '404', '500', '503'),
      },
    },
  },
  '/jobs/events': {
    get: {
      tags: ['jobs'],
      security: [{ session: [] }],
      operationId: 'getJobEvents',
      summary: 'Listen to what becomes of background jobs',
      description:
        'Server-sent events, without an end: `hello` first, then `job` with a job as `data` for each that is under way, and whenever one changes. A comment every fifteen seconds keeps the connection alive. Ask with `Accept: text/event-stream`, and read them with `fetch`, which can send the token; `EventSource` cannot. Asked without, it answers a page of the jobs under way, once. The stream ends with the session and when the server stops: connect again, and ask `GET /jobs` with `since` what was missed.',
      parameters: [...paging, allJobs],
      responses: {
        200: {
          description: 'Events, as they happen.',
          headers: { ...requestId, vary: header('Vary') },
          content: {
            'text/event-stream': { schema: { type: 'string' } },
            'application/json': { schema: jobPage },
          },
        },
        ...knownErrors('400', '401', '403', '500', '503'),
      },
    },
  },
  '/books/{id}/export': {
    get: {
      tags: ['books'],
      security: [{ session: [] }],
      operationId: 'exportBook',
      summary: 'Take a book along as a file',
      description:
        'As an EPUB 3 with cover, contents and texts, and where texts have times with Media Overlays: the sound of these chapters, each sentence lit up while it is read (MP3, M4A, M4B and Opus); as JSON, with everything but files; or as a ZIP archive with the JSON, the cover, a file of sound for each chapter with tags, and a cue sheet. MP3, M4A, M4B and WAV are cut without being decoded; chapters of other files stay parts of them. JSON and ZIP can be imported again, and give an equal book; from a ZIP, its chapters have files of their own. `srt`, `vtt`, `txt` and `times` (JSON) tell when texts are spoken, as far as that is known: over the book in its file’s time, or chapter after chapter where each has a sound of its own.',
      parameters: [
        bookId,
        {
          name: 'as',
          in: 'query',
          required: true,
          description: 'The kind of file.',
          schema: { type: 'string', enum: [...exportKinds] },
        },
        {
          name: 'chapter',
          in: 'query',
          required: false,
          description: 'Only the chapter with this code or id, as every kind of file; its time begins at 0.',
          schema: { type: 'string' },
        },
        {
          name: 'audio',
          in: 'query',
          required: false,
          description: 'Of `epub`: `0` leaves the sound out.',
          schema: { type: 'string', enum: ['0', '1'] },
        },
      ],
      responses: {
        200: {
          description: 'The file, with its name in `Content-Disposition`.',
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
      operationId: 'getIssuesFile',
      summary: 'Take along what one rule finds, as CSV',
      description:
        'The whole list, streamed. Texts that a spreadsheet would take for a formula begin with an apostrophe.',
      parameters: [rule],
      responses: {
        200: {
          description: 'The file, in UTF-8 and with the names of its columns in the first line.',
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
      operationId: 'getAuditLogFile',
      summary: 'Take along what has happened in the catalogue, as CSV',
      description:
        'Every entry that passes the filters, the newest first, streamed. Texts that a spreadsheet would take for a formula begin with an apostrophe. Needs the permission `reports:read`. A session needs a password or passkey that was shown within the last 10 minutes.',
      parameters: auditLogParameters,
      responses: {
        200: {
          description: 'The file, in UTF-8 and with the names of its columns in the first line.',
          headers: requestId,
          content: { 'text/csv': { schema: { type: 'string' } } },
        },
        ...knownErrors('400', '401', '403', '422', '429', '500', '503'),
      },
    },
  },
  ...spreadsheetPaths,
  '/health/live': {
    get: {
      ...health,
      operationId: 'isLive',
      summary: 'Whether the process lives',
      responses: { 200: well, ...knownErrors('400', '500') },
    },
  },
  '/health/ready': {
    get: {
      ...health,
      operationId: 'isReady',
      summary: 'Whether the database and the file store answer',
      description:
        'Known from the background, so asking costs nothing. 503 with the reason otherwise, and while the server stops.',
      responses: { 200: well, ...knownErrors('400', '500', '503') },
    },
  },
};
