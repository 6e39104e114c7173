import { tusVersion } from '#contract/uploads/uploads';
import { refTo, type JsonSchema } from './json-schema.ts';
import type { PathItem } from './path-item.ts';
import { type Parameter, uploadInPath } from './parameters.ts';
import { header, knownErrors, requestId, type Response } from './responses.ts';

/* The calls of the protocol tus, which are made of headers. */

const headerParameter = (
  name: string,
  description: string,
  schema: JsonSchema,
  required = true,
): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const bytes: JsonSchema = { type: 'integer', minimum: 0 };
const version = headerParameter('Tus-Resumable', 'The version of the protocol.', { const: tusVersion });
const length = headerParameter('Upload-Length', 'Bytes of the whole file.', bytes);
const offset = headerParameter(
  'Upload-Offset',
  'Where these bytes belong: `Upload-Offset` of the last answer.',
  bytes,
);
const metadata = headerParameter(
  'Upload-Metadata',
  'Pairs of a name and a text in Base64, with commas between. `filename` is the name of the file, `import_id` the import it belongs to.',
  { type: 'string' },
  false,
);

const headers = {
  ...requestId,
  'tus-resumable': { description: 'The version of the protocol.', schema: { const: tusVersion } },
};
const received = {
  'upload-offset': { description: 'How many bytes are safe on the server.', schema: bytes },
  'upload-expires': {
    description: 'When it is removed unless it goes on. Absent once all is received.',
    schema: { type: 'string' },
  },
};
const common = { tags: ['uploads'], security: [{ session: [] }] };
const needs = 'Needs the permission `books:edit`.';

const created: Response = {
  description: 'There is room for it.',
  headers: {
    ...headers,
    ...received,
    location: { description: 'Its address: send the bytes there.', schema: { type: 'string' } },
    'content-encoding': header('ContentEncoding'),
    vary: header('Vary'),
  },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { const: true },
          message: { type: 'string', description: 'A sentence for people.' },
          data: refTo('Upload'),
        },
        required: ['success', 'message', 'data'],
      },
    },
  },
};

export const uploadPaths: Readonly<Record<string, PathItem>> = {
  '/uploads': {
    post: {
      ...common,
      operationId: 'createUpload',
      summary: 'Begin to upload a file that can be gone on with after any interruption',
      description: `The protocol is [tus 1.0.0](https://tus.io/protocols/resumable-upload), with the extensions creation, expiration and termination: any client that speaks it will do. Then send the bytes by \`PATCH\`, best some megabytes at a time. 413 for a file that is larger than the server takes, or when the account’s uploads would hold too much together. \`OPTIONS\` tells versions, extensions and the largest size.\n\n${needs}`,
      parameters: [version, length, metadata],
      responses: {
        201: created,
        ...knownErrors('400', '401', '403', '412', '413', '500', '503', '507'),
      },
    },
  },
  '/uploads/{upload}': {
    head: {
      ...common,
      operationId: 'getUploadOffset',
      summary: 'Ask where an upload goes on',
      description: `An earlier request that still hangs gives way, and what it had in hand is kept.\n\n${needs}`,
      parameters: [uploadInPath, version],
      responses: {
        200: {
          description: 'Go on from `Upload-Offset`.',
          headers: {
            ...headers,
            ...received,
            'upload-length': { description: 'Bytes of the whole file.', schema: bytes },
            'upload-metadata': { description: 'As it was sent.', schema: { type: 'string' } },
          },
        },
        ...Object.fromEntries(
          [
            ['400', 'The request is not HTTP that can be read.'],
            ['401', 'No valid session.'],
            ['403', 'The permission is missing.'],
            ['404', 'The upload doesn’t exist or belongs to another user.'],
            ['410', 'It was not gone on with in time.'],
            ['412', 'The version of the protocol is another.'],
            ['423', 'Another request is still writing it.'],
            ['500', 'The server’s own fault.'],
            ['503', 'The database is not responding.'],
          ].map(([status, description = '']) => [status, { description, headers: requestId }]),
        ),
      },
    },
    patch: {
      ...common,
      operationId: 'sendUpload',
      summary: 'Send bytes of an upload',
      description: `What has arrived when the connection breaks is kept: ask by \`HEAD\` where to go on. 409 when the bytes belong elsewhere. With the last byte the file is put together, and \`GET\` says when it is \`ready\`. \`POST\` with \`X-HTTP-Method-Override: PATCH\` does the same.\n\n${needs}`,
      parameters: [uploadInPath, version, offset],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        204: { description: 'Kept, up to `Upload-Offset`.', headers: { ...headers, ...received } },
        ...knownErrors(
          '400',
          '401',
          '403',
          '404',
          '408',
          '409',
          '410',
          '412',
          '413',
          '415',
          '422',
          '423',
          '500',
          '503',
          '507',
        ),
      },
    },
    delete: {
      ...common,
      operationId: 'deleteUpload',
      summary: 'Give up an upload',
      description: `Its bytes are removed.\n\n${needs}`,
      parameters: [uploadInPath, version],
      responses: {
        204: { description: 'It is gone.', headers },
        ...knownErrors('400', '401', '403', '404', '410', '412', '423', '500', '503', '507'),
      },
    },
  },
};
