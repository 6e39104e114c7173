import type { PathItem } from './openapi.ts';
import type { JsonSchema } from './json-schema.ts';
import { ifNoneMatch, type Parameter } from './parameters.ts';
import { header, refusals, requestId, type Response } from './responses.ts';

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
const sameFile: Response = { description: 'Still the same file.', headers: requestId };
const media = {
  tags: ['media'],
  security: [],
  description:
    'Needs no token: whoever knows the address may have the file. The content of an address never changes, so it may be kept for ever.',
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
        200: { description: 'The whole file.', headers: fileHeaders, content },
        206: { description: 'The range.', headers: { ...fileHeaders, ...contentRange }, content },
        304: sameFile,
        ...refusals('400', '404'),
        416: {
          description: 'The file does not reach that far.',
          headers: { ...requestId, ...contentRange },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
        ...refusals('500', '503'),
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
        404: { description: 'There is no such file.', headers: requestId },
        500: { description: 'The server’s own fault.', headers: requestId },
        503: { description: 'The file store does not answer.', headers: requestId },
      },
    },
  },
  '/health/live': {
    get: {
      ...health,
      operationId: 'isLive',
      summary: 'Whether the process lives',
      responses: { 200: well, ...refusals('400', '500') },
    },
  },
  '/health/ready': {
    get: {
      ...health,
      operationId: 'isReady',
      summary: 'Whether the database and the file store answer',
      description:
        'Known from the background, so asking costs nothing. 503 with the reason otherwise, and while the server stops.',
      responses: { 200: well, ...refusals('400', '500', '503') },
    },
  },
};
